package robotsreport

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/web/fetch/robots"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// MaxProblems is how many problems are kept.
const MaxProblems = 100

// IsPage reports whether the file served as robots.txt is an HTML page, as on sites that answer every URL with one.
func IsPage(body []byte) bool {
	start := bytes.TrimSpace(body[:min(len(body), 1024)])
	return bytes.HasPrefix(start, []byte("<")) && htmlpage.LooksLikeHTML(body)
}

// Lint looks for departures from RFC 9309. The body is the content of robots.txt, in UTF-8.
func Lint(body []byte) (problems []finding.Problem, cut bool) {
	l := &linter{}
	if IsPage(body) {
		l.add(0, true, "html", "an HTML page is served as robots.txt; crawlers find no rules in it")
		return l.problems, false
	}

	if len(body) >= robots.MaxSize {
		l.add(0, false, "too_large", fmt.Sprintf("the file has %d bytes or more; crawlers need to read no more than %d", robots.MaxSize, robots.MaxSize))
		body = body[:robots.MaxSize]
	}

	text := strings.ReplaceAll(strings.ReplaceAll(string(body), "\r\n", "\n"), "\r", "\n")
	number := 0
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\uFEFF"), "\n") {
		number++
		l.line(line, number)
	}

	if !l.anyAgent && l.anyRule {
		l.add(0, true, "no_user_agent", "there is no User-agent line, so that no rule applies to anybody")
	}
	return l.problems, l.cut
}

type linter struct {
	problems          []finding.Problem
	cut               bool
	anyAgent, anyRule bool
}

func (l *linter) add(line int, isError bool, code, detail string) {
	if len(l.problems) == MaxProblems {
		l.cut = true
		return
	}
	l.problems = append(l.problems, finding.Problem{
		Line:   line,
		Code:   code,
		Detail: detail,
		Error:  isError,
	})
}

// extensions are lines outside RFC 9309 that some crawlers or services define.
var extensions = map[string]string{
	"crawl-delay": "", "content-signal": "", "content-usage": "", "clean-param": "", "request-rate": "", "visit-time": "",
	"host":    "Host was read by Yandex only, until 2018; redirects name the main host",
	"noindex": "noindex in robots.txt has not been read by Google since September 2019; use a robots meta tag",
}

// misspelt are names that Google's parser takes for others.
var misspelt = map[string]string{
	"useragent": "User-agent", "user agent": "User-agent", "dissallow": "Disallow", "dissalow": "Disallow", "disalow": "Disallow",
	"diasllow": "Disallow", "disallaw": "Disallow", "site-map": "Sitemap",
}

func (l *linter) line(line string, number int) {
	line, _, _ = strings.Cut(line, "#")
	if line = strings.TrimSpace(line); line == "" {
		return
	}

	name, value, colon := strings.Cut(line, ":")
	if !colon {
		words := strings.Fields(line)
		if len(words) != 2 || !isName(words[0]) {
			l.add(number, true, "syntax", "the line has no colon; crawlers skip it")
			return
		}
		l.add(number, false, "no_colon", "the colon is missing; not every crawler forgives that")
		name = words[0]
		value = words[1]
	}

	name = strings.ToLower(strings.TrimSpace(name))
	value = strings.TrimSpace(value)
	if right, ok := misspelt[name]; ok {
		l.add(number, false, "misspelt", fmt.Sprintf("%q is read as %s by some crawlers only", name, right))
		name = strings.ToLower(right)
	}

	switch name {
	case "user-agent":
		l.agent(value, number)
	case "allow", "disallow":
		l.rule(value, number)
	case "sitemap":
		if !strings.HasPrefix(strings.ToLower(value), "http://") && !strings.HasPrefix(strings.ToLower(value), "https://") {
			l.add(number, true, "sitemap_not_absolute", "a sitemap is named by its full URL")
		}
	default:
		l.other(name, value, number)
	}
}

func isName(s string) bool {
	s = strings.ToLower(s)
	_, extended := extensions[s]
	_, odd := misspelt[s]
	return extended || odd || s == "user-agent" || s == "allow" || s == "disallow" || s == "sitemap"
}

func (l *linter) agent(value string, number int) {
	l.anyAgent = true
	switch {
	case value == "":
		l.add(number, true, "empty_user_agent", "the User-agent line names no crawler")
	case value != "*" && !robots.ValidToken(strings.TrimRight(value, "0123456789./")) && strings.ContainsAny(value, " ;()"):
		l.add(number, false, "user_agent_not_a_token", "a crawler is named by its product token alone: letters, - and _; what follows is not compared")
	case strings.HasSuffix(value, "*") && value != "*":
		l.add(number, false, "user_agent_wildcard", "a * within a crawler's name is not a wildcard")
	}
}

func (l *linter) rule(value string, number int) {
	l.anyRule = true
	if !l.anyAgent {
		l.add(number, true, "rule_before_user_agent", "the rule comes before any User-agent line and applies to no crawler")
	}
	switch {
	case value == "":
	case strings.HasPrefix(value, "http://"), strings.HasPrefix(value, "https://"):
		l.add(number, true, "rule_is_url", "a rule is a path that begins with /; a full URL matches nothing")
	case value[0] != '/' && value[0] != '*':
		l.add(number, true, "path_start", "a rule's path begins with / or *; this one matches nothing")
	case strings.Contains(strings.TrimSuffix(value, "$"), "$"):
		l.add(number, false, "dollar_inside", "$ marks the end of a path only as the last character")
	}
}

func (l *linter) other(name, value string, number int) {
	note, known := extensions[name]
	switch {
	case !known:
		l.add(number, false, "unknown_line", fmt.Sprintf("%q is not a line that crawlers know", clip.Shown(name, 60)))
	case note != "":
		l.add(number, false, "not_supported", note)
	case name == "crawl-delay":
		if d, err := strconv.ParseFloat(value, 64); err != nil || !(d >= 0) {
			l.add(number, true, "crawl_delay", "a Crawl-delay is a number of seconds")
		}
	case name == "content-signal":
		for part := range strings.SplitSeq(value, ",") {
			key, v, _ := strings.Cut(part, "=")
			key = strings.ToLower(strings.TrimSpace(key))
			v = strings.ToLower(strings.TrimSpace(v))
			signal := key == "search" || key == "ai-input" || key == "ai-train"
			if signal && v != "yes" && v != "no" || !signal && key != "use" {
				l.add(number, false, "content_signal", "a Content-Signal is search, ai-input or ai-train, each =yes or =no, with commas between")
				break
			}
		}
	}
}
