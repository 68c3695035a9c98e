package org.whosonline.tags;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@code <w:count/>}: how many users are online, in words. */
public final class CountTag extends OnlineTag {

    private enum Format {
        SENTENCE,
        SHORT,
        NUMBER,
        WINDOW
    }

    private Format format = Format.SENTENCE;
    private boolean strong;

    /** For the container. */
    public CountTag() {}

    /**
     * @param name {@code sentence}, {@code short}, {@code number} or {@code window}
     * @throws IllegalArgumentException if it is none of these
     */
    public void setFormat(String name) {
        format = Arrays.stream(Format.values())
                .filter(known -> word(known).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("The tag count has no format=\"" + name + "\", but "
                        + Arrays.stream(Format.values()).map(CountTag::word).collect(Collectors.joining(", ")) + "."));
    }

    private static String word(Format format) {
        return format.name().toLowerCase(Locale.ROOT);
    }

    /** @param strong whether the number stands in an element {@code strong} */
    public void setStrong(boolean strong) {
        this.strong = strong;
    }

    @Override
    public void doTag() throws IOException {
        page().getOut().write(html(online(), texts()));
    }

    String html(Online online, Texts texts) {
        if (!online.isKnown()) {
            return switch (format) {
                case SENTENCE, SHORT -> texts.say("unknown");
                case NUMBER -> texts.say("unknown.number");
                case WINDOW -> "";
            };
        }
        int count = online.getCount();
        String number = strong ? "<strong>" + texts.number(count) + "</strong>" : texts.number(count);
        String users = texts.count("count", count, number);
        String window = texts.window(online.window());
        return switch (format) {
            case SENTENCE -> dated(online, texts, parts(online, texts, texts.say("sentence", users, window)));
            case SHORT -> dated(online, texts, parts(online, texts, users));
            case NUMBER -> number;
            case WINDOW -> window;
        };
    }

    /** Where somebody hides, the list is shorter than the number: says why. */
    private static String parts(Online online, Texts texts, String text) {
        int hidden = online.getHidden();
        if (hidden == 0) {
            return text;
        }
        int members = online.getCount() - hidden;
        return texts.say(
                "parts",
                text,
                texts.count("members", members, texts.number(members)),
                texts.count("hidden", hidden, texts.number(hidden)));
    }

    private static String dated(Online online, Texts texts, String text) {
        return online.isStale() ? texts.say("stale", text) : text;
    }
}
