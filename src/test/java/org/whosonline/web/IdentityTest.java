package org.whosonline.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.whosonline.web.Browser.Request;
import org.whosonline.web.Browser.Session;

class IdentityTest {

    private final Session session = new Session("S", null);
    private final UserResolver attributes = new ContainerUserResolver("user", "name");

    private String idIn(Object value) {
        session.attributes.put("user", value);
        return attributes.id(new Request(session, "remote").api);
    }

    @Test
    void theRemoteUserIsTakenOrElseThePrincipal() {
        UserResolver resolver = new ContainerUserResolver("", "");
        Request request = new Request();
        assertNull(resolver.id(request.api));
        request.principal = () -> "p";
        assertEquals("p", resolver.id(request.api));
        request.user = "r";
        assertEquals("r", resolver.id(request.api));
        assertNull(resolver.name(request.api));
    }

    @Test
    void anAttributeHoldsATextANumberAUuidOrAPrincipal() {
        assertEquals("ana", idIn("ana"));
        assertEquals("42", idIn(42L));
        UUID uuid = new UUID(1, 2);
        assertEquals(uuid.toString(), idIn(uuid));
        assertEquals("p", idIn((java.security.Principal) () -> "p"));
        assertNull(idIn(null));
    }

    @Test
    void anObjectWithoutATextOfItsOwnIsRefusedInAClearSentence() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> idIn(new Object()))
                .getMessage()
                .startsWith("The session attribute user holds a java.lang.Object, but must hold a text"));
    }

    @Test
    void theNameComesFromItsAttribute() {
        session.attributes.put("name", "Ana");
        assertEquals("Ana", attributes.name(new Request(session, null).api));
        assertNull(attributes.name(new Request(null, null).api));
    }

    @Test
    void aSessionThatEndsMeanwhileHasNobody() {
        Request request = new Request(session, null);
        session.valid = false;
        request.endsJustNow = true;
        assertNull(attributes.id(request.api));
    }

    @Test
    void theResolverOfTheContextAttributeWins() {
        UserResolver own = request -> "x";
        assertSame(
                own, Hooks.find(Browser.context(Map.of(UserResolver.ATTRIBUTE, own)), UserResolver.class, attributes));
        assertSame(attributes, Hooks.find(Browser.context(Map.of()), UserResolver.class, attributes));
        assertTrue(assertThrows(
                        IllegalStateException.class,
                        () -> Hooks.find(
                                Browser.context(Map.of(UserResolver.ATTRIBUTE, "x")), UserResolver.class, attributes))
                .getMessage()
                .contains("holds a java.lang.String"));
    }
}
