package robots

import (
	"strings"
	"testing"
)

// The cases of google/robotstxt robots_test.cc at 22b355ff, restated as tables. Where we differ, the case says why.

type googleCase struct {
	name  string // Google's name for the rule
	file  string
	allow []string // "agent url"; an empty agent or URL is "-"
	deny  []string
	why   string
}

func lines(s ...string) string { return strings.Join(s, "\n") + "\n" }

const site = "http://foo.bar"

func googleCases() []googleCase {
	system := lines("user-agent: FooBot", "disallow: /")
	groups := lines("allow: /foo/bar/", "", "user-agent: FooBot", "disallow: /", "allow: /x/", "user-agent: BarBot", "disallow: /",
		"allow: /y/", "", "", "allow: /w/", "user-agent: BazBot", "", "user-agent: FooBot", "allow: /z/", "disallow: /")
	names := func(ua, a, d string) string { return lines(ua+": FooBot", a+": /x/", d+": /") }
	agents := func(ua string) string { return lines("User-Agent: "+ua, "Allow: /x/", "Disallow: /") }
	upTo := lines("User-Agent: *", "Disallow: /", "User-Agent: Foo Bar", "Allow: /x/", "Disallow: /")
	specific := lines("user-agent: FooBot", "allow: /", "user-agent: BarBot", "disallow: /", "user-agent: BazBot", "disallow: /")
	foo := func(rules ...string) string { return lines(append([]string{"user-agent: FooBot"}, rules...)...) }
	return []googleCase{
		{"SystemTest", "", []string{"FooBot -", "- -"}, nil, "an empty file allows everything"},
		{"SystemTest", system, []string{"- -"}, []string{"FooBot -"}, "an empty URL is /"},
		{"LineSyntax_Line", lines("user-agent: FooBot", "disallow: /"), nil, []string{"FooBot /x/y"}, ""},
		{"LineSyntax_Line", lines("foo: FooBot", "bar: /"), []string{"FooBot /x/y"}, nil, ""},
		{"LineSyntax_Line", lines("user-agent FooBot", "disallow /"), nil, []string{"FooBot /x/y"}, "colons forgotten"},
		{"LineSyntax_Groups", groups,
			[]string{"FooBot /x/b", "FooBot /z/d", "BarBot /y/c", "BarBot /w/a", "BazBot /z/d"},
			[]string{"FooBot /y/c", "BarBot /z/d", "FooBot /foo/bar/", "BarBot /foo/bar/", "BazBot /foo/bar/"}, ""},
		{"LineSyntax_Groups_OtherRules", lines("User-agent: BarBot", "Sitemap: https://foo.bar/sitemap", "User-agent: *", "Disallow: /"),
			nil, []string{"FooBot /", "BarBot /"}, "a sitemap does not end a group"},
		{"LineSyntax_Groups_OtherRules", lines("User-agent: FooBot", "Invalid-Unknown-Line: unknown", "User-agent: *", "Disallow: /"),
			nil, []string{"FooBot /", "BarBot /"}, "nor does an unknown line"},
		{"LineNamesCaseInsensitive", names("USER-AGENT", "ALLOW", "DISALLOW"), []string{"FooBot /x/y"}, []string{"FooBot /a/b"}, ""},
		{"LineNamesCaseInsensitive", names("user-agent", "allow", "disallow"), []string{"FooBot /x/y"}, []string{"FooBot /a/b"}, ""},
		{"LineNamesCaseInsensitive", names("uSeR-aGeNt", "AlLoW", "dIsAlLoW"), []string{"FooBot /x/y"}, []string{"FooBot /a/b"}, ""},
		{"UserAgentValueCaseInsensitive", agents("FOO BAR"), []string{"Foo /x/y", "foo /x/y"}, []string{"Foo /a/b", "foo /a/b"}, ""},
		{"UserAgentValueCaseInsensitive", agents("foo bar"), []string{"Foo /x/y", "foo /x/y"}, []string{"Foo /a/b", "foo /a/b"}, ""},
		{"UserAgentValueCaseInsensitive", agents("FoO bAr"), []string{"Foo /x/y", "foo /x/y"}, []string{"Foo /a/b", "foo /a/b"}, ""},
		{"AcceptUserAgentUpToFirstSpace", upTo, []string{"Foo /x/y"}, []string{"Foo_Bar /x/y"}, ""},
		{"GlobalGroups_Secondary", "", []string{"FooBot /x/y"}, nil, ""},
		{"GlobalGroups_Secondary", lines("user-agent: *", "allow: /", "user-agent: FooBot", "disallow: /"), []string{"BarBot /x/y"}, []string{"FooBot /x/y"}, ""},
		{"GlobalGroups_Secondary", specific, []string{"QuxBot /x/y"}, nil, ""},
		{"Value_CaseSensitive", foo("disallow: /x/"), nil, []string{"FooBot /x/y"}, ""},
		{"Value_CaseSensitive", foo("disallow: /X/"), []string{"FooBot /x/y"}, nil, ""},
		{"LongestMatch", foo("disallow: /x/page.html", "allow: /x/"), nil, []string{"FooBot /x/page.html"}, ""},
		{"LongestMatch", foo("allow: /x/page.html", "disallow: /x/"), []string{"FooBot /x/page.html"}, []string{"FooBot /x/"}, ""},
		{"LongestMatch", foo("disallow: ", "allow: "), []string{"FooBot /x/page.html"}, nil, "empty rules rule nothing"},
		{"LongestMatch", foo("disallow: /", "allow: /"), []string{"FooBot /x/page.html"}, nil, "a tie allows"},
		{"LongestMatch", foo("disallow: /x", "allow: /x/"), []string{"FooBot /x/"}, []string{"FooBot /x"}, ""},
		{"LongestMatch", foo("disallow: /x/page.html", "allow: /x/page.html"), []string{"FooBot /x/page.html"}, nil, ""},
		{"LongestMatch", foo("allow: /page", "disallow: /*.html"), []string{"FooBot /page"}, []string{"FooBot /page.html"}, ""},
		{"LongestMatch", foo("allow: /x/page.", "disallow: /*.html"), []string{"FooBot /x/page.html"}, []string{"FooBot /x/y.html"}, ""},
		{"LongestMatch", lines("User-agent: *", "Disallow: /x/", "User-agent: FooBot", "Disallow: /y/"), []string{"FooBot /x/page"}, []string{"FooBot /y/page"}, "only the most specific group"},
		{"Encoding", foo("Disallow: /", "Allow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par"), []string{"FooBot /foo/bar?qux=taz&baz=http://foo.bar?tar&par"}, nil, ""},
		{"Encoding", foo("Disallow: /", "Allow: /foo/bar/ツ"), []string{"FooBot /foo/bar/%E3%83%84", "FooBot /foo/bar/ツ"}, nil,
			"Google leaves encoding the URL to its caller; we encode both sides, so the plain form is allowed too"},
		{"Encoding", foo("Disallow: /", "Allow: /foo/bar/%E3%83%84"), []string{"FooBot /foo/bar/%E3%83%84", "FooBot /foo/bar/ツ"}, nil, "as above"},
		{"Encoding", foo("Disallow: /", "Allow: /foo/bar/%62%61%7A"), []string{"FooBot /foo/bar/%62%61%7A"}, []string{"FooBot /foo/bar/baz"}, "nothing is decoded"},
		{"SpecialCharacters", foo("Disallow: /foo/bar/quz", "Allow: /foo/*/qux"), []string{"FooBot /foo/quz", "FooBot /foo//quz", "FooBot /foo/bax/quz"}, []string{"FooBot /foo/bar/quz"}, ""},
		{"SpecialCharacters", foo("Disallow: /foo/bar$", "Allow: /foo/bar/qux"), []string{"FooBot /foo/bar/qux", "FooBot /foo/bar/", "FooBot /foo/bar/baz"}, []string{"FooBot /foo/bar"}, ""},
		{"SpecialCharacters", foo("# Disallow: /", "Disallow: /foo/quz#qux", "Allow: /"), []string{"FooBot /foo/bar"}, []string{"FooBot /foo/quz"}, ""},
		{"IndexHTMLisDirectory", lines("User-Agent: *", "Allow: /allowed-slash/index.html", "Disallow: /"),
			[]string{"foobot /allowed-slash/", "foobot /allowed-slash/index.html"}, []string{"foobot /allowed-slash/index.htm", "foobot /anyother-url"}, ""},
		{"Documentation", foo("disallow: /", "allow: /fish"),
			[]string{"FooBot /fish", "FooBot /fish.html", "FooBot /fish/salmon.html", "FooBot /fishheads", "FooBot /fishheads/yummy.html", "FooBot /fish.html?id=anything"},
			[]string{"FooBot /bar", "FooBot /Fish.asp", "FooBot /catfish", "FooBot /?id=fish"}, ""},
		{"Documentation", foo("disallow: /", "allow: /fish*"),
			[]string{"FooBot /fish", "FooBot /fish.html", "FooBot /fish/salmon.html", "FooBot /fishheads", "FooBot /fishheads/yummy.html", "FooBot /fish.html?id=anything"},
			[]string{"FooBot /bar", "FooBot /Fish.bar", "FooBot /catfish", "FooBot /?id=fish"}, ""},
		{"Documentation", foo("disallow: /", "allow: /fish/"),
			[]string{"FooBot /fish/", "FooBot /fish/salmon", "FooBot /fish/?salmon", "FooBot /fish/salmon.html", "FooBot /fish/?id=anything"},
			[]string{"FooBot /bar", "FooBot /fish", "FooBot /fish.html", "FooBot /Fish/Salmon.html"}, ""},
		{"Documentation", foo("disallow: /", "allow: /*.php"),
			[]string{"FooBot /filename.php", "FooBot /folder/filename.php", "FooBot /folder/filename.php?parameters", "FooBot //folder/any.php.file.html", "FooBot /filename.php/", "FooBot /index?f=filename.php/"},
			[]string{"FooBot /bar", "FooBot /php/", "FooBot /index?php", "FooBot /windows.PHP"}, ""},
		{"Documentation", foo("disallow: /", "allow: /*.php$"),
			[]string{"FooBot /filename.php", "FooBot /folder/filename.php"},
			[]string{"FooBot /bar", "FooBot /filename.php?parameters", "FooBot /filename.php/", "FooBot /filename.php5", "FooBot /php/", "FooBot /filename?php", "FooBot /aaaphpaaa", "FooBot //windows.PHP"}, ""},
		{"Documentation", foo("disallow: /", "allow: /fish*.php"),
			[]string{"FooBot /fish.php", "FooBot /fishheads/catfish.php?parameters"}, []string{"FooBot /bar", "FooBot /Fish.PHP"}, ""},
		{"Documentation", foo("allow: /p", "disallow: /"), []string{"FooBot /page"}, nil, ""},
		{"Documentation", foo("allow: /folder", "disallow: /folder"), []string{"FooBot /folder/page"}, nil, ""},
		{"Documentation", foo("allow: /page", "disallow: /*.htm"), nil, []string{"FooBot /page.htm"}, ""},
		{"Documentation", foo("allow: /$", "disallow: /"), []string{"FooBot /"}, []string{"FooBot /page.html"}, ""},
	}
}

func TestGooglePublishedCases(t *testing.T) {
	n := 0
	for _, c := range googleCases() {
		f := Parse([]byte(c.file))
		check := func(pair string, want bool) {
			n++
			agent, url, _ := strings.Cut(pair, " ")
			agent, url = strings.ReplaceAll(agent, "_", " "), site+url
			if agent == "-" {
				agent = ""
			}
			if url == site+"-" {
				url = ""
			}
			if got := f.Test(agent, url); got.Allowed != want {
				t.Errorf("%s: %q may fetch %s = %v, want %v (%s)\n%s", c.name, agent, url, got.Allowed, want, c.why, c.file)
			}
		}
		for _, p := range c.allow {
			check(p, true)
		}
		for _, p := range c.deny {
			check(p, false)
		}
	}
	t.Logf("%d verdicts", n)
}

func TestGoogleLinesAreCutAtEightTimesTheLongestURL(t *testing.T) {
	const maxLineLen = 2083 * 8
	long := func(key, fill string) string {
		s := "/x/"
		return s + strings.Repeat(fill, maxLineLen-len(s)-len(key)+1-len(s))
	}
	p := long("disallow: ", "a")
	f := Parse([]byte("user-agent: FooBot\ndisallow: " + p + "/qux\n"))
	if !f.Test("FooBot", site+"/fux").Allowed {
		t.Error("an unrelated path is refused")
	}
	if f.Test("FooBot", site+p+"/fux").Allowed {
		t.Error("the cut pattern does not match")
	}

	a, b := long("allow: ", "a"), long("allow: ", "b")
	f = Parse([]byte("user-agent: FooBot\ndisallow: /\nallow: " + a + "/qux\nallow: " + b + "/qux\n"))
	for url, want := range map[string]bool{"/": false, a + "/qux": true, b + "/fux": true} {
		if got := f.Test("FooBot", site+url).Allowed; got != want {
			t.Errorf("path of %d bytes: %v, want %v", len(url), got, want)
		}
	}
}

func TestGoogleValidUserAgents(t *testing.T) {
	for token, want := range map[string]bool{"Foobot": true, "Foobot-Bar": true, "Foo_Bar": true, "": false, "ツ": false,
		"Foobot*": false, " Foobot ": false, "Foobot/2.1": false, "Foobot Bar": false} {
		if got := ValidToken(token); got != want {
			t.Errorf("ValidToken(%q) = %v", token, got)
		}
	}
}

func TestGoogleLineEndsAllCount(t *testing.T) {
	unix := lines("User-Agent: foo", "Allow: /some/path", "User-Agent: bar", "", "", "Disallow: /")
	for name, file := range map[string]string{
		"LF": unix, "CRLF": strings.ReplaceAll(unix, "\n", "\r\n"), "CR": strings.ReplaceAll(unix, "\n", "\r"),
		"no last line end": strings.TrimSuffix(unix, "\n"),
		"mixed":            "User-Agent: foo\nAllow: /some/path\r\nUser-Agent: bar\n\r\n\nDisallow: /",
	} {
		f := Parse([]byte(file))
		if len(f.Groups) != 2 || len(f.Groups[0].Rules) != 1 || len(f.Groups[1].Rules) != 1 {
			t.Fatalf("%s: %+v", name, f.Groups)
		}
		if got := f.Groups[1].Rules[0].Line; got != 6 {
			t.Errorf("%s: the last rule is on line %d, want 6", name, got)
		}
	}
}

func TestGoogleByteOrderMarkIsSkipped(t *testing.T) {
	const rest = "User-Agent: foo\nDisallow: /AnyValue\n"
	for name, c := range map[string]struct {
		file  string
		group bool // the User-Agent line was understood
		rule  bool // so was the rule
	}{
		"whole":           {"\xEF\xBB\xBF" + rest, true, true},
		"two bytes":       {"\xEF\xBB" + rest, true, true},
		"one byte":        {"\xEF" + rest, true, true},
		"broken":          {"\xEF\x11\xBF" + rest, false, false},
		"in mid-file":     {"User-Agent: foo\n\xEF\xBB\xBFDisallow: /AnyValue\n", true, false},
		"before any line": {"\xEF\xBB\xBF", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			f := Parse([]byte(c.file))
			if got := len(f.Groups) == 1; got != c.group {
				t.Errorf("%s: group read = %v", name, got)
			}
			if got := !f.Test("foo", "/AnyValue").Allowed; got != c.rule {
				t.Errorf("%s: rule read = %v", name, got)
			}
		})
	}
}

func TestGoogleSitemapsBelongToNoGroup(t *testing.T) {
	const loc = "http://foo.bar/sitemap.xml"
	group := "User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\n"
	for _, file := range []string{group + "Sitemap: " + loc + "\n", "Sitemap: " + loc + "\n" + group, "site-map:" + loc} {
		if f := Parse([]byte(file)); len(f.Sitemaps) != 1 || f.Sitemaps[0] != loc {
			t.Errorf("sitemaps of %q: %v", file, f.Sitemaps)
		}
	}
}

func TestGooglePathOfURL(t *testing.T) {
	for url, want := range map[string]string{
		"": "/", "http://www.example.com": "/", "http://www.example.com/": "/", "http://www.example.com/a": "/a",
		"http://www.example.com/a/": "/a/", "http://www.example.com/a/b?c=http://d.e/": "/a/b?c=http://d.e/",
		"http://www.example.com/a/b?c=d&e=f#fragment": "/a/b?c=d&e=f", "example.com": "/", "example.com/": "/",
		"example.com/a": "/a", "example.com/a/": "/a/", "example.com/a/b?c=d&e=f#fragment": "/a/b?c=d&e=f",
		"a": "/", "a/": "/", "/a": "/a", "a/b": "/b", "example.com?a": "/?a", "example.com/a;b#c": "/a;b", "//a/b/c": "/b/c",
	} {
		if got := PathOf(url); got != want {
			t.Errorf("PathOf(%q) = %q, want %q", url, got, want)
		}
	}
}

func TestGoogleEscapes(t *testing.T) {
	for in, want := range map[string]string{"http://www.example.com": "http://www.example.com", "/a/b/c": "/a/b/c", "á": "%C3%A1", "%aa": "%AA"} {
		if got := escape(in); got != want {
			t.Errorf("escape(%q) = %q, want %q", in, got, want)
		}
	}
}
