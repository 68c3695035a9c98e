package org.whosonline.tags;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;

/**
 * {@code <w:viewers room="/docs/42"/>}: who is in a room, as small pictures or initials, right from the first paint and
 * without any script; with all that a script needs to go on from there.
 */
public final class ViewersTag extends PageTag {

    private String room;
    private int max = 5;
    private boolean self;
    private boolean hold = true;
    private boolean draw = true;
    private String name;

    /** For the container. */
    public ViewersTag() {}

    /** @param room the room's id; null or empty for the path of the page */
    public void setRoom(String room) {
        this.room = room;
    }

    /** @param max how many viewers are drawn; what is no number from 1 on, such as a preference nobody set, is left out */
    public void setMax(String max) {
        this.max = UsersTag.count(max, this.max);
    }

    /** @param self whether whoever looks at the page is drawn too */
    public void setSelf(boolean self) {
        this.self = self;
    }

    /** @param hold whether the page is to join the room: its user then keeps their place, should they have one */
    public void setHold(boolean hold) {
        this.hold = hold;
    }

    /** @param draw whether anything is written; else there is only {@code var} */
    public void setDraw(boolean draw) {
        this.draw = draw;
    }

    /** @param name the page attribute that is set to a {@link RoomViewers} */
    public void setVar(String name) {
        this.name = name;
    }

    @Override
    public void doTag() throws IOException {
        HttpServletRequest request = (HttpServletRequest) page().getRequest();
        HttpServletResponse response = (HttpServletResponse) page().getResponse();
        String asked = room == null || room.isEmpty() ? PageRoom.of(request) : room;
        RoomViewers viewers = RoomViewers.of(page().getServletContext(), request, asked, hold);
        if (viewers.isVisible()) {
            Caches.keepOut(request, response, "let it begin with the tag viewers with draw=\"false\"");
        }
        if (name != null) {
            page().setAttribute(name, viewers);
        }
        if (draw) {
            write(page().getOut(), viewers, texts());
        }
    }

    void write(Writer out, RoomViewers viewers, Texts texts) throws IOException {
        if (viewers.isVisible()) {
            out.write(new ViewersHtml(texts, max, self).faces(viewers));
        }
    }
}
