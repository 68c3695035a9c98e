package org.whosonline.cases.host;

import jakarta.servlet.http.HttpServletRequest;
import org.whosonline.web.RoomAccess;

/** Lets nobody but {@code ana} into {@code /secret}, lets everybody into {@code /booth} without looking, and breaks at {@code /broken}. */
public final class Doors implements RoomAccess {

    @Override
    public boolean maySee(HttpServletRequest request, String userId, String room) {
        return mayJoin(request, userId, room) && !room.equals("/booth");
    }

    @Override
    public boolean mayJoin(HttpServletRequest request, String userId, String room) {
        if (room.equals("/broken")) {
            throw new IllegalStateException("broken door");
        }
        return !room.equals("/secret") || userId.startsWith("ana");
    }
}
