package org.whosonline.spring;

import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.whosonline.UsersOnline;
import org.whosonline.app.Embedded;
import org.whosonline.app.WhosOnline;
import org.whosonline.metrics.RoomMetrics;
import org.whosonline.metrics.WhosOnlineMetrics;
import org.whosonline.presence.Presence;
import org.whosonline.presence.PresenceListener;
import org.whosonline.web.RoomAccess;
import org.whosonline.web.UserResolver;
import org.whosonline.web.Visibility;

/**
 * Registers WhosOnline in every Spring Boot application that has its JAR and runs in a servlet container, embedded or not.
 *
 * <p>Starts with the first bean that asks who is online, and at the latest with the web server; so that beans may be given
 * {@link UsersOnline}, and ask it at once.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = Type.SERVLET)
public class WhosOnlineAutoConfiguration {

    /** For Spring. */
    public WhosOnlineAutoConfiguration() {}

    /**
     * What starts and stops with the application.
     *
     * @param resolver the application's own bean that tells who sends a request, if there is one
     * @param visibility the application's own bean that tells who hides, if there is one
     * @param access the application's own bean that tells who may see and join which room, if there is one
     * @param listener the application's own bean that is told who comes to a room and who leaves it, if there is one
     * @throws ServletException if options are set wrongly; the message says which, and what would be right
     */
    @Bean(destroyMethod = "close")
    Embedded whosOnlineEmbedded(
            ServletContext context,
            ConfigurableEnvironment environment,
            ObjectProvider<UserResolver> resolver,
            ObjectProvider<Visibility> visibility,
            ObjectProvider<RoomAccess> access,
            ObjectProvider<PresenceListener> listener)
            throws ServletException {
        resolver.ifAvailable(own -> context.setAttribute(UserResolver.ATTRIBUTE, own));
        visibility.ifAvailable(own -> context.setAttribute(Visibility.ATTRIBUTE, own));
        access.ifAvailable(own -> context.setAttribute(RoomAccess.class.getName(), own));
        listener.ifAvailable(own -> context.setAttribute(PresenceListener.class.getName(), own));
        return Embedded.start(context, EnvironmentOptions.of(environment));
    }

    /** Adds filter, listeners and addresses to the web server. */
    @Bean
    RegisteringInitializer whosOnlineInitializer(ObjectProvider<Embedded> embedded) {
        return new RegisteringInitializer(embedded);
    }

    /** All lists of the application. */
    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    WhosOnline whosOnline(Embedded embedded) {
        return embedded.whosOnline();
    }

    /** Who is in which room. */
    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    Presence presence(WhosOnline whosOnline) {
        return whosOnline.presence();
    }

    /** The main list. */
    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    UsersOnline usersOnline(WhosOnline whosOnline) {
        return whosOnline.usersOnline();
    }

    /** Apart, so that nothing of Micrometer is looked for where it is not there. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Metrics {

        /** The figures of all lists, for the registries that the application has. */
        @Bean
        @ConditionalOnMissingBean
        WhosOnlineMetrics whosOnlineMetrics(WhosOnline whosOnline) {
            return new WhosOnlineMetrics(whosOnline.siteMaps());
        }

        /** The figures of rooms, for the same. */
        @Bean
        @ConditionalOnMissingBean
        RoomMetrics whosOnlineRoomMetrics(WhosOnline whosOnline) {
            return new RoomMetrics(whosOnline.presence().figures());
        }
    }
}
