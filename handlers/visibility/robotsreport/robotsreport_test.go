package robotsreport

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/handlers/visibility/agents"
	"github.com/farebox/farebox/internal/web/fetch/robots"
)

func TestAccessOfACrawler(t *testing.T) {
	gpt := agents.Crawler{Token: "GPTBot"}
	apple := agents.Crawler{Token: "Applebot", InsteadOf: "Googlebot"}
	for _, c := range []struct {
		why     string
		file    string
		crawler agents.Crawler
		want    Crawler
	}{
		{"no rules", "", gpt, Crawler{Access: Allowed}},
		{"blocked by all", "User-agent: *\nDisallow: /", gpt, Crawler{Access: Blocked, Group: "*", Rule: "Disallow: /", RuleLine: 2, Disallowed: 1, Examples: []string{"/"}}},
		{"blocked by name", "User-agent: gptbot\nDisallow: /\n\nUser-agent: *\nDisallow:", gpt, Crawler{Access: Blocked, Explicit: true, Group: "gptbot", Rule: "Disallow: /", RuleLine: 2, Disallowed: 1, Examples: []string{"/"}}},
		{"blocked but for a part", "User-agent: *\nDisallow: /\nAllow: /public", gpt, Crawler{Access: Blocked, Group: "*", Rule: "Disallow: /", RuleLine: 2, Disallowed: 1, Examples: []string{"/"}}},
		{"home page only", "User-agent: *\nDisallow: /*\nAllow: /$", gpt, Crawler{
			Access:     Blocked,
			Group:      "*",
			Rule:       "Disallow: /*",
			RuleLine:   2,
			Disallowed: 1,
			Examples:   []string{"/*"},
		}},
		{"all but the home page", "User-agent: *\nDisallow: /$", gpt, Crawler{
			Access:     PartlyAllowed,
			Group:      "*",
			Disallowed: 1,
			Examples:   []string{"/$"},
		}},
		{"parts", "User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: /c\nDisallow: /d", gpt, Crawler{
			Access:     PartlyAllowed,
			Group:      "*",
			Disallowed: 4,
			Examples:   []string{"/a", "/b", "/c"},
		}},
		{"an empty rule does not count", "User-agent: *\nDisallow:", gpt, Crawler{Access: Allowed, Group: "*"}},
		{"freed by name", "User-agent: *\nDisallow: /\nUser-agent: GPTBot\nCrawl-delay: 2.5\nAllow: /", gpt, Crawler{Access: Allowed, Explicit: true, Group: "GPTBot", Rule: "Allow: /", RuleLine: 5, CrawlDelay: 2500 * time.Millisecond}},
		{"a query of the home page is not the home page", "User-agent: *\nDisallow: /?", gpt, Crawler{
			Access:     PartlyAllowed,
			Group:      "*",
			Disallowed: 1,
			Examples:   []string{"/?"},
		}},
		{"Applebot follows Googlebot", "User-agent: Googlebot\nDisallow: /\nUser-agent: *\nAllow: /", apple, Crawler{Access: Blocked, Explicit: true, Group: "Googlebot", Rule: "Disallow: /", RuleLine: 2, Disallowed: 1, Examples: []string{"/"}}},
		{"unless it is named", "User-agent: Googlebot\nDisallow: /\nUser-agent: Applebot\nAllow: /", apple, Crawler{Access: Allowed, Explicit: true, Group: "Applebot", Rule: "Allow: /", RuleLine: 4}},
		{"a name with a space", "User-agent: Kangaroo Bot\nDisallow: /", agents.Crawler{Token: "Kangaroo Bot"}, Crawler{Access: Blocked, Explicit: true, Group: "Kangaroo", Rule: "Disallow: /", RuleLine: 2, Disallowed: 1, Examples: []string{"/"}}},
	} {
		c.want.Crawler = c.crawler
		if got := Judge(robots.Parse([]byte(c.file)), c.crawler); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n%+v\nwant %+v", c.why, got, c.want)
		}
	}
	if got := Judge(nil, gpt); got.Access != Unknown {
		t.Errorf("without a file: %v", got.Access)
	}
}

func TestPolicyInAWord(t *testing.T) {
	training := ""
	for _, c := range agents.Core() {
		if c.Respects == agents.Obeys && (c.Class == agents.Training || c.Class == agents.TrainingOptOut || c.Class == agents.Dataset) {
			training += "User-agent: " + c.Token + "\n"
		}
	}
	for _, c := range []struct {
		file string
		want Policy
	}{
		{"", Undeclared}, {"Sitemap: https://example.com/s.xml", Undeclared}, {"User-agent: *\nDisallow: /private", Open}, {"User-agent: *\nDisallow: /", Closed},
		{training + "Disallow: /", SearchOnly}, {training + "User-agent: Bingbot\nDisallow: /", Mixed}, {"User-agent: GPTBot\nDisallow: /", Mixed},
	} {
		file := robots.Parse([]byte(c.file))
		if got := PolicyOf(file, Crawlers(file, agents.Core())); got != c.want {
			t.Errorf("%.60q: %s, want %s", c.file, got, c.want)
		}
	}
	if got := PolicyOf(nil, Crawlers(nil, agents.Core())); got != NotKnown {
		t.Errorf("without a file: %s", got)
	}
}

func TestOtherAgentsAreThoseNotInTheTable(t *testing.T) {
	file := robots.Parse([]byte("User-agent: *\nUser-agent: gptbot/1.0\nUser-agent: SiteSnagger\nUser-agent: Kangaroo Bot\nDisallow: /\nUser-agent: sitesnagger\nUser-agent: Mail Bot 2\nAllow: /"))
	if got, cut := Others(file, agents.Core()); !reflect.DeepEqual(got, []string{"SiteSnagger", "Mail Bot 2"}) || cut {
		t.Errorf("%q %v", got, cut)
	}
	var many strings.Builder
	for i := range MaxOthers + 1 {
		fmt.Fprintf(&many, "User-agent: bot%c%c\n", 'a'+i/26, 'a'+i%26)
	}
	if got, cut := Others(robots.Parse([]byte(many.String())), nil); len(got) != MaxOthers || !cut {
		t.Errorf("%d %v", len(got), cut)
	}
}

func TestContentSignals(t *testing.T) {
	for _, c := range []struct {
		file                    string
		search, input, train, u string
		lines                   int
	}{
		{"User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /", "yes", "", "no", "", 1},
		{"User-Agent: *\ncontent-signal: ai-train=NO,use=reference,ai-input=yes", "", "yes", "no", "reference", 1},
		{"Content-Signal: search=no\nUser-agent: GPTBot\nContent-Signal: ai-train=no", "no", "", "", "", 2},
		{"User-agent: GPTBot\nContent-Signal: ai-train=no\nDisallow: /\nUser-agent: *\nContent-Signal: search=yes", "yes", "", "", "", 2},
		{"User-agent: GPTBot\nContent-Signal: ai-train=maybe", "", "", "", "", 1},
	} {
		s, ok := ContentSignals(robots.Parse([]byte(c.file)))
		if !ok || s.Search != c.search || s.AIInput != c.input || s.AITrain != c.train || s.Use != c.u || len(s.Lines) != c.lines {
			t.Errorf("%q: %+v", c.file, s)
		}
	}
	if _, ok := ContentSignals(robots.Parse([]byte("User-agent: *\nDisallow: /"))); ok {
		t.Error("signals where there are none")
	}
	usage := ContentUsage(robots.Parse([]byte("User-agent: *\nContent-Usage: /news train-ai=n\nDisallow: /x")))
	if want := []Preference{{Group: "*", Value: "/news train-ai=n", Line: 2}}; !reflect.DeepEqual(usage, want) {
		t.Errorf("%+v", usage)
	}
}

func TestLintNamesTheLine(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"User-agent: *\nDisallow: /x\nAllow: /*.css$\n\n# comment\nSitemap: https://example.com/s.xml\nCrawl-delay: 1.5\nContent-Signal: search=yes, use=full", ""},
		{"\uFEFFUser-agent: *\r\nDisallow: /x\r\n", ""},
		{"Disallow: /x\nUser-agent: *", "1 rule_before_user_agent"},
		{"Disallow: /x", "1 rule_before_user_agent, 0 no_user_agent"},
		{"User-agent:\nDisallow: /", "1 empty_user_agent"},
		{"User-agent: *\ndisallow /x", "2 no_colon(warning)"},
		{"User-agent: *\nnonsense here now", "2 syntax"},
		{"User-agent: *\nDissallow: /x", "2 misspelt(warning)"},
		{"User-agent: *\nDisallow: private/", "2 path_start"},
		{"User-agent: *\nDisallow: https://example.com/x", "2 rule_is_url"},
		{"User-agent: *\nDisallow: /a$b", "2 dollar_inside(warning)"},
		{"User-agent: *\nDisallow: /a$", ""},
		{"Sitemap: /sitemap.xml", "1 sitemap_not_absolute"},
		{"User-agent: *\nNoindex: /x\nHost: example.com\nFoo: bar", "2 not_supported(warning), 3 not_supported(warning), 4 unknown_line(warning)"},
		{"User-agent: *\nCrawl-delay: soon", "2 crawl_delay"},
		{"User-agent: *\nContent-Signal: ai-train=maybe", "2 content_signal(warning)"},
		{"User-agent: Mozilla/5.0 (compatible; GPTBot)\nDisallow: /", "1 user_agent_not_a_token(warning)"},
		{"User-agent: Google*\nDisallow: /", "1 user_agent_wildcard(warning)"},
		{"<!doctype html><html><body>404", "0 html"},
	} {
		problems, _ := Lint([]byte(c.file))
		var got []string
		for _, p := range problems {
			s := fmt.Sprintf("%d %s", p.Line, p.Code)
			if !p.Error {
				s += "(warning)"
			}
			got = append(got, s)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%q: %s, want %s", c.file, strings.Join(got, ", "), c.want)
		}
	}
	if problems, _ := Lint([]byte("User-agent: *\n" + strings.Repeat("# filler\n", 60_000))); len(problems) != 1 || problems[0].Code != "too_large" {
		t.Errorf("%+v", problems)
	}
	if problems, cut := Lint([]byte(strings.Repeat("nonsense here now\n", 500))); len(problems) != MaxProblems || !cut {
		t.Errorf("%d %v", len(problems), cut)
	}
}

func TestAnyFileIsReadWithinBounds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		lines := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]string{"User-agent: *", "User-agent: GPTBot", "Disallow: /", "Allow: /", "Content-Signal: search=yes", "Sitemap: x", ""}), rapid.String()), 0, 30).Draw(r, "lines")
		body := []byte(strings.Join(lines, "\n"))
		file := robots.Parse(body)
		for _, c := range Crawlers(file, agents.Core()) {
			v := file.Test(BoundBy(file, c.Crawler), "/")
			if (c.Access == Blocked) == v.Allowed || c.Access == Allowed && c.Disallowed > 0 || c.Explicit && c.Group == "*" {
				r.Fatalf("%+v", c)
			}
		}
		Lint(body)
		ContentSignals(file)
	})
}
