package pagefacts

import (
	"strings"

	"github.com/farebox/farebox/internal/each"
)

// Directive is one word of a robots meta element or an X-Robots-Tag header.
type Directive struct {
	Agent string // the crawler that it is for, in lower case; "" for all
	Name  string // such as "noindex", in lower case
	Value string // the part after a colon, such as the number of max-snippet
	From  string // "meta robots", "meta googlebot", "X-Robots-Tag"
}

// maxDirectives bounds what is kept.
const maxDirectives = 100

func appendDirectives(list, more []Directive) []Directive {
	return append(list, more[:min(len(more), max(0, maxDirectives-len(list)))]...)
}

// For returns the directives for a crawler: those for all, and those that name it.
func (f *Facts) For(agent string) []Directive {
	return each.Where(f.Directives, func(d Directive) bool {
		return d.Agent == "" || strings.EqualFold(d.Agent, agent)
	})
}

// isRobotsName: meta elements with directives. Crawlers of search and answer engines read the one with their own
// name.
func isRobotsName(name string) bool {
	switch name {
	case "robots", "googlebot", "googlebot-news", "bingbot", "msnbot", "slurp", "duckduckbot", "applebot", "yandex", "baiduspider",
		"gptbot", "oai-searchbot", "chatgpt-user", "claudebot", "claude-searchbot", "perplexitybot":
		return true
	}
	return false
}

func parseRobotsMeta(name, content string) []Directive {
	agent := name
	if agent == "robots" {
		agent = ""
	}
	return directives(content, agent, "meta "+name)
}

// takesValue: directives with a colon and a value, where the text before the colon is not a crawler's name.
func takesValue(name string) bool {
	switch name {
	case "max-snippet", "max-image-preview", "max-video-preview", "unavailable_after":
		return true
	}
	return false
}

// parseRobotsTag reads an X-Robots-Tag header, which may begin with a crawler's name and a colon.
func parseRobotsTag(line string) []Directive {
	agent := ""
	if name, rest, ok := strings.Cut(line, ":"); ok && !strings.Contains(name, ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		if name != "" && !takesValue(name) && !strings.Contains(name, " ") {
			agent = name
			line = rest
		}
	}
	if agent == "*" || agent == "robots" {
		agent = ""
	}
	return directives(line, agent, "X-Robots-Tag")
}

func directives(list, agent, from string) []Directive {
	var out []Directive
	for word := range strings.SplitSeq(list, ",") {
		name, value, _ := strings.Cut(word, ":")
		name = strings.ToLower(strings.TrimSpace(name))
		value = strings.TrimSpace(value)
		if name != "" && len(name) <= 60 && len(out) < maxDirectives {
			out = append(out, Directive{
				Agent: agent,
				Name:  name,
				Value: short(value),
				From:  from,
			})
		}
	}
	return out
}
