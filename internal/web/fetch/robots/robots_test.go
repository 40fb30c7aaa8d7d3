package robots

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/samples"
)

func TestVerdictNamesRuleAndAgent(t *testing.T) {
	f := Parse([]byte("User-agent: *\nDisallow: /private # secret\n\nUser-Agent: fareboxbot/1.0\nUseragent: Other\nDissallow: /no\nAllow: /no/yes\n"))
	for _, c := range []struct {
		agent, url  string
		allowed     bool
		rule, named string
	}{
		{"FareboxBot", "https://a.example/no/x", false, "Disallow: /no", "fareboxbot"},
		{"FareboxBot", "https://a.example/no/yes", true, "Allow: /no/yes", "fareboxbot"},
		{"FareboxBot", "https://a.example/private", true, "", "fareboxbot"},
		{"Someone", "https://a.example/private/x", false, "Disallow: /private", "*"},
		{"other", "/no?x=1", false, "Disallow: /no", "Other"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			v := f.Test(c.agent, c.url)
			rule := ""
			if v.Rule != nil {
				rule = v.Rule.String()
			}
			if v.Allowed != c.allowed || rule != c.rule || v.Agent != c.named || v.Specific != (c.named != "*") {
				t.Errorf("%s %s: %+v rule %q", c.agent, c.url, v, rule)
			}
		})
	}
}

func TestRobotsFileItselfIsAlwaysAllowed(t *testing.T) {
	f := Parse([]byte("User-agent: *\nDisallow: /"))
	if !f.Test("x", "https://a.example/robots.txt").Allowed || f.Test("x", "https://a.example/robots.txt2").Allowed {
		t.Error("only /robots.txt itself is exempt")
	}
}

func TestAgentNamesWithDigitsMatchThemselves(t *testing.T) {
	f := Parse([]byte("User-agent: AI2Bot\nDisallow: /"))
	if f.Test("AI2Bot", "/").Allowed {
		t.Error("AI2Bot is named and not matched")
	}
	if f.Test("AI", "/").Allowed {
		t.Error("the value up to the first other character counts as well, as in Google's parser")
	}
	if !f.Test("AI2", "/").Allowed {
		t.Error("a part of a name is not the name")
	}
}

func TestStarWithTextAfterItIsTheStar(t *testing.T) {
	for value, isStar := range map[string]bool{"*": true, "* # all": true, "* and more": true, "*bot": false} {
		t.Run(value, func(t *testing.T) {
			f := Parse([]byte("User-agent: " + value + "\nDisallow: /"))
			if got := !f.Test("x", "/").Allowed; got != isStar {
				t.Errorf("%q binds everyone = %v", value, got)
			}
		})
	}
}

func TestUnknownLinesAreKeptWithTheirGroup(t *testing.T) {
	f := Parse([]byte("Policy: x\nUser-agent: *\nContent-Signal: search=yes, ai-train=no\nCrawl-delay: 2.5\nDisallow: /a\n\nUser-agent: b\nContent-Usage: train-ai=n\nCrawl-delay: soon\n"))
	if len(f.Other) != 1 || f.Other[0] != (Field{"Policy", "x", 1}) {
		t.Errorf("before any group: %+v", f.Other)
	}
	if got := f.Groups[0].Other; len(got) != 1 || got[0] != (Field{"Content-Signal", "search=yes, ai-train=no", 3}) {
		t.Errorf("of *: %+v", got)
	}
	if got := f.Groups[1].Other; len(got) != 1 || got[0].Name != "Content-Usage" {
		t.Errorf("of b: %+v", got)
	}
	if got := f.CrawlDelay("x"); got != 2500*time.Millisecond {
		t.Errorf("crawl delay %v", got)
	}
	if got := f.CrawlDelay("b"); got != 0 {
		t.Errorf("a delay that is not a number gave %v", got)
	}
}

func TestCrawlDelayIsAPlainNumber(t *testing.T) {
	for in, want := range map[string]time.Duration{"1": time.Second, "0.5": time.Second / 2, "-1": 0, "": 0, "1m": 0, "1h2": 0, "1e3": 0,
		"99999999": 24 * time.Hour, "99999999999999999999999": 0, "NaN": 0, "5n": 0} {
		if got := seconds(in); got != want {
			t.Errorf("seconds(%q) = %v, want %v", in, got, want)
		}
	}
}

func TestRulesPastTheSizeLimitAreIgnored(t *testing.T) {
	head := "User-agent: *\nDisallow: /before\n"
	file := head + strings.Repeat("#", MaxSize-len(head)-len("\nDisallow: /pri")) + "\nDisallow: /private\nDisallow: /after\n"
	f := Parse([]byte(file))
	if f.Test("x", "/before").Allowed {
		t.Error("a rule inside the limit is lost")
	}
	for _, path := range []string{"/after", "/private", "/prize"} {
		if !f.Test("x", path).Allowed {
			t.Errorf("%s is ruled by a line past or across the limit", path)
		}
	}
}

// A file of maximum size with patterns that choke backtracking matchers. With a matcher that is not linear this
// test does not end.
func TestPathologicalPatternsAreBounded(t *testing.T) {
	long := "Disallow: /" + strings.Repeat("*a", 8000) + "*b$\n"
	short := "Disallow: *a*a*a*a*a*c\n"
	for name, line := range map[string]string{"long": long, "short": short} {
		file := "User-agent: *\n" + strings.Repeat(line, (MaxSize-20)/len(line))
		f := Parse([]byte(file))
		if !f.Test("x", "/"+strings.Repeat("a", 2047)).Allowed {
			t.Errorf("%s: matched", name)
		}
	}
}

// The matcher agrees with the same pattern as a regular expression.
func TestMatchingEqualsRegexp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.StringMatching(`/[ab*$/]{0,10}`).Draw(t, "pattern")
		path := rapid.StringMatching(`/[ab$/]{0,12}`).Draw(t, "path")
		body, anchor := strings.CutSuffix(pattern, "$")
		expr := "^" + strings.ReplaceAll(regexp.QuoteMeta(body), `\*`, ".*")
		if anchor {
			expr += "$"
		}
		if got, want := matches(pattern, path), regexp.MustCompile(expr).MatchString(path); got != want {
			t.Fatalf("matches(%q, %q) = %v, %s says %v", pattern, path, got, expr, want)
		}
	})
}

// Real files, if the sample corpus is present, with verdicts worked out by hand.
func TestSampleFiles(t *testing.T) {
	for _, c := range []struct {
		host, agent, path string
		allowed           bool
		matched           string // user-agent
		sitemaps          int
	}{
		{"www.google.com", "FareboxBot", "/search?q=weather", false, "*", 1},
		{"www.google.com", "FareboxBot", "/search/about", true, "*", 1},
		{"www.google.com", "FareboxBot", "/", true, "*", 1},
		{"www.google.com", "FareboxBot", "/?q=1", false, "*", 1},
		{"github.com", "GPTBot", "/", false, "*", 0},
		{"github.com", "CCBot", "/", true, "CCBot", 0},
		{"github.com", "Googlebot", "/", true, "Googlebot", 0},
		{"en.wikipedia.org", "FareboxBot", "/wiki/Rust", true, "*", 0},
		{"en.wikipedia.org", "FareboxBot", "/w/index.php", false, "*", 0},
		{"www.gov.uk", "FareboxBot", "/vat/print", false, "*", 1},
		{"www.gov.uk", "FareboxBot", "/vat/print/more", true, "*", 1},
		{"archive.org", "FareboxBot", "/control/x", false, "*", 1},
		{"stackoverflow.com", "FareboxBot", "/questions/1", true, "*", 1},
		{"www.nytimes.com", "omgili", "/", false, "omgili", 6},
		{"www.nytimes.com", "ClaudeBot", "/", true, "*", 6},
	} {
		body := samples.Read(t, "robots/"+c.host+".robots.txt")
		f := Parse(body)
		v := f.Test(c.agent, "https://"+c.host+c.path)
		if v.Allowed != c.allowed || !strings.EqualFold(v.Agent, c.matched) {
			t.Errorf("%s: %s %s: %+v", c.host, c.agent, c.path, v)
		}
		if len(f.Sitemaps) != c.sitemaps {
			t.Errorf("%s: sitemaps %v", c.host, f.Sitemaps)
		}
	}
}

func TestRulesMergeEveryGroupOfTheAgent(t *testing.T) {
	f := Parse([]byte("User-agent: a\nDisallow: /1\nUser-agent: b\nDisallow: /2\nUser-agent: A\nAllow: /3\n"))
	var got []string
	for _, r := range f.Rules("a") {
		got = append(got, r.String())
	}
	if !slices.Equal(got, []string{"Disallow: /1", "Allow: /3"}) {
		t.Errorf("%v", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "User-agent: *\nDisallow: /a*b$\nAllow: /\r\rSitemap: x", "\xef\xbbuser agent x\ndisallow /\n", "User-agent:\nAllow:%\n:\n#\n*:*"} {
		f.Add([]byte(seed), "Bot", "/a%zz?b")
	}
	f.Fuzz(func(t *testing.T, body []byte, agent, target string) {
		file := Parse(bytes.Clone(body))
		v := file.Test(agent, target)
		if v.Rule == nil && !v.Allowed {
			t.Fatal("refused by no rule")
		}
		if v.Rule != nil && v.Rule.Allow != v.Allowed {
			t.Fatalf("the rule %q gave %v", v.Rule, v.Allowed)
		}
		if p := PathOf(target); !strings.HasPrefix(p, "/") {
			t.Fatalf("PathOf(%q) = %q", target, p)
		}
		file.Rules(agent)
		file.CrawlDelay(agent)
	})
}

func BenchmarkTest(b *testing.B) {
	var file strings.Builder
	file.WriteString("User-agent: *\n")
	for i := range 200 {
		file.WriteString("Disallow: /*/section" + strings.Repeat("x", i%7) + "/*.html$\n")
	}
	f := Parse([]byte(file.String()))
	for b.Loop() {
		f.Test("FareboxBot", "https://www.example.com/news/section/2026/10/02/a-story-with-a-long-name.html?ref=home")
	}
}
