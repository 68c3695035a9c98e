package org.whosonline.demo;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;

/**
 * What the error page says. Nothing of the request or of the exception is repeated in it.
 *
 * @param status the HTTP status
 */
public record ErrorText(int status, String title, String sentence) {

    /** The text for the error that {@code request} was dispatched for. */
    public static ErrorText of(HttpServletRequest request) {
        int status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code ? code : 500;
        if (status == 404) {
            return new ErrorText(status, "Nothing here", "There is no page at this address.");
        }
        if (status >= 500) {
            return new ErrorText(status, "Something went wrong", "It is not your fault. Please try again in a moment.");
        }
        return new ErrorText(status, "That did not work", "The server does not take this request as it was sent.");
    }
}
