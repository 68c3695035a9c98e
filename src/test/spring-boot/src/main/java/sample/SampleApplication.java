package sample;

import static org.springframework.security.config.Customizer.withDefaults;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.support.SpringBootServletInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.whosonline.UsersOnline;
import org.whosonline.presence.Presence;
import org.whosonline.presence.PresenceListener;
import org.whosonline.presence.Viewer;
import org.whosonline.web.RoomAccess;

/** An application as others write them, with form login. */
@SpringBootApplication
public class SampleApplication extends SpringBootServletInitializer {

    public static void main(String[] arguments) {
        SpringApplication.run(SampleApplication.class, arguments);
    }

    @Override
    protected SpringApplicationBuilder configure(SpringApplicationBuilder builder) {
        return builder.sources(SampleApplication.class);
    }

    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests
                        .requestMatchers("/", "/whosonline/online/count", "/whosonline/health").permitAll()
                        .anyRequest().authenticated())
                .formLogin(withDefaults())
                .csrf(csrf -> csrf.ignoringRequestMatchers("/whosonline/presence/**"))
                .build();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(Stream.of("ana", "bo")
                .map(name -> User.withUsername(name).password("{noop}secret").roles("USER").build())
                .toList());
    }

    @Bean
    RoomAccess doors() {
        return new RoomAccess() {
            @Override
            public boolean maySee(HttpServletRequest request, String userId, String room) {
                return !room.equals("/closed");
            }

            @Override
            public boolean mayJoin(HttpServletRequest request, String userId, String room) {
                return !room.equals("/closed");
            }
        };
    }

    /** For the tests: what the listener was told. */
    @RestController
    static class Greeter implements PresenceListener {

        private final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        public void joined(String room, Viewer viewer) {
            told.add(viewer.id() + " came to " + room);
        }

        @Override
        public void left(String room, Viewer viewer) {
            told.add(viewer.id() + " left " + room);
        }

        @GetMapping("/told")
        String told() {
            return String.join(", ", told);
        }
    }

    @RestController
    static class Rooms {

        private final Presence presence;

        Rooms(Presence presence) {
            this.presence = presence;
        }

        @GetMapping("/in")
        String in(@RequestParam String room) {
            return presence.roster(room).join().viewers().stream().map(Viewer::id).collect(Collectors.joining(", "));
        }
    }

    @RestController
    static class FrontPage {

        private final UsersOnline online;

        FrontPage(UsersOnline online) {
            this.online = online;
        }

        @GetMapping("/")
        String front() {
            return "Users online: " + online.snapshot().count().orElse(-1);
        }
    }

    /** For the tests: what of WhosOnline is registered. */
    @RestController
    static class Registered {

        private final ServletContext context;

        Registered(ServletContext context) {
            this.context = context;
        }

        @GetMapping("/registered")
        String registered() {
            Stream<String> filters = context.getFilterRegistrations().values().stream()
                    .filter(filter -> ("" + filter.getClassName()).startsWith("org.whosonline.web."))
                    .map(filter -> "filter " + filter.getUrlPatternMappings());
            Stream<String> servlets = context.getServletRegistrations().values().stream()
                    .filter(servlet -> ("" + servlet.getClassName()).startsWith("org.whosonline.web."))
                    .map(servlet -> "servlet " + servlet.getMappings());
            return Stream.concat(filters, servlets).sorted().collect(Collectors.joining(", "));
        }
    }
}
