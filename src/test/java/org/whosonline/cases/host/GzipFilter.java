package org.whosonline.cases.host;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;

/** Packs every answer, as filters have done for twenty years: announced at once, flushed never. */
public final class GzipFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    /** For the container. */
    public GzipFilter() {}

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader("Content-Encoding", "gzip");
        response.setHeader("X-Host", "kept");
        Packed packed = new Packed(response);
        chain.doFilter(request, packed);
        packed.finish();
    }

    private static final class Packed extends HttpServletResponseWrapper {
        private GZIPOutputStream gzip;

        Packed(HttpServletResponse response) {
            super(response);
        }

        private void finish() throws IOException {
            if (gzip != null) {
                gzip.finish();
            }
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            if (gzip == null) {
                gzip = new GZIPOutputStream(super.getOutputStream());
            }
            return new ServletOutputStream() {
                @Override
                public void write(int b) throws IOException {
                    gzip.write(b);
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    throw new UnsupportedOperationException("This filter is older than that");
                }
            };
        }

        @Override
        public void setContentLength(int length) {
            // It will be another one.
        }
    }
}
