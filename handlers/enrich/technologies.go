package enrich

import (
	"cmp"
	_ "embed"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/enrich"
	"github.com/farebox/farebox/htmlpage"
)

//go:embed data/technologies.tsv
var technologiesText string

// rulesDate is when the rules were last gone through.
const rulesDate = "2026-11-20"

// rule is one line of the table.
type rule struct {
	name, category, kind, key, pattern string
	confidence                         int
}

var ruleKinds = []string{"header", "cookie", "generator", "asset", "inline", "attr", "id"}

func readRules() ([]rule, error) {
	var out []rule
	for line := range strings.Lines(technologiesText) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 6 || !slices.Contains(ruleKinds, f[2]) || f[3]+f[4] == "" || f[3] != strings.ToLower(f[3]) || f[4] != strings.ToLower(f[4]) || (f[2] == "header") != (f[3] != "") {
			return nil, fmt.Errorf("%q is no rule", line)
		}
		confidence, err := strconv.Atoi(f[5])
		if err != nil || confidence < 1 || confidence > 100 {
			return nil, fmt.Errorf("%q has no confidence of 1 to 100", line)
		}
		out = append(out, rule{f[0], f[1], f[2], f[3], f[4], confidence})
	}
	return out, nil
}

// evidence says what matched without quoting it: values of headers and cookies may be about a session.
func (r rule) evidence() string {
	if r.kind == "header" {
		return "header " + r.key
	}
	if r.kind == "generator" {
		return "meta generator"
	}
	return r.kind + " " + r.pattern
}

// traces are what the rules look at, all in lower case.
type traces struct {
	headers    http.Header
	cookies    []string // names
	generators []string
	assets     []string
	inline     []string
	attrs, ids map[string]bool
}

// Bounds of what is looked at of one page.
const (
	maxAssets = 2000
	maxInline = 1 << 20 // bytes
	maxAsset  = 500     // bytes of one address
)

func tracesOf(v *visit) *traces {
	t := &traces{headers: v.page.Header, attrs: map[string]bool{}, ids: map[string]bool{}}
	for _, line := range v.page.Header.Values("Set-Cookie") {
		name, _, _ := strings.Cut(line, "=")
		t.cookies = append(t.cookies, strings.ToLower(strings.TrimSpace(name)))
	}
	if v.html == nil {
		return t
	}
	scripts := 0
	for n := range htmlpage.Elements(v.html.Root) {
		for _, a := range n.Attr {
			if len(a.Key) < 100 {
				t.attrs[strings.ToLower(a.Key)] = true
			}
		}
		if id, ok := htmlpage.Attribute(n, "id"); ok && len(id) < 100 {
			t.ids[strings.ToLower(id)] = true
		}
		switch n.Data {
		case "meta":
			name, _ := htmlpage.Attribute(n, "name")
			if content, ok := htmlpage.Attribute(n, "content"); ok && strings.EqualFold(name, "generator") && len(t.generators) < 20 {
				t.generators = append(t.generators, strings.ToLower(strings.TrimSpace(content)))
			}
		case "script", "link", "img", "iframe":
			address, ok := htmlpage.Attribute(n, "src")
			if !ok {
				address, _ = htmlpage.Attribute(n, "href")
			}
			if address != "" && len(t.assets) < maxAssets && !strings.HasPrefix(address, "data:") {
				t.assets = append(t.assets, strings.ToLower(address[:min(len(address), maxAsset)]))
			}
			if n.Data == "script" && scripts < maxInline {
				text := htmlpage.Raw(n)
				text = text[:min(len(text), maxInline-scripts)]
				scripts += len(text)
				t.inline = append(t.inline, strings.ToLower(text))
			}
		}
	}
	return t
}

// match gives the text that a rule matched in and what follows the match, for the version.
func (t *traces) match(r rule) (after string, ok bool) {
	in := func(list []string, position func(s string) bool) (string, bool) {
		for _, s := range list {
			if position(s) {
				return s[strings.Index(s, r.pattern)+len(r.pattern):], true
			}
		}
		return "", false
	}
	contains := func(s string) bool { return strings.Contains(s, r.pattern) }
	begins := func(s string) bool { return strings.HasPrefix(s, r.pattern) }
	switch r.kind {
	case "header":
		values := slices.Clone(t.headers.Values(r.key))
		for i, v := range values {
			values[i] = strings.ToLower(v)
		}
		return in(values, contains)
	case "cookie":
		_, ok = in(t.cookies, begins)
	case "generator":
		return in(t.generators, begins)
	case "asset":
		_, ok = in(t.assets, contains)
	case "inline":
		_, ok = in(t.inline, contains)
	case "attr":
		ok = t.attrs[r.pattern]
	case "id":
		ok = t.ids[r.pattern]
	}
	return "", ok
}

var version = regexp.MustCompile(`^[/ ]v?([0-9]{1,5}(?:\.[0-9]{1,6}){0,3})`)

// technologies recognises the software behind a page.
func (h *Handlers) technologies(v *visit) *gen.EnrichTech {
	t := tracesOf(v)
	found := map[string]*gen.EnrichTech_Technologies{}
	for _, r := range h.rules {
		after, ok := t.match(r)
		if !ok {
			continue
		}
		tech := found[r.name]
		if tech == nil {
			tech = &gen.EnrichTech_Technologies{Name: r.name, Category: r.category}
			found[r.name] = tech
		}
		tech.Confidence = max(tech.Confidence, r.confidence)
		if e := r.evidence(); !slices.Contains(tech.Evidence, e) {
			tech.Evidence = append(tech.Evidence, e)
		}
		if m := version.FindStringSubmatch(after); m != nil && tech.Version == nil && r.pattern != "" {
			tech.Version = &m[1]
		}
	}
	out := &gen.EnrichTech{Technologies: make([]gen.EnrichTech_Technologies, 0, len(found)), Count: len(found), RulesDate: rulesDate}
	for _, tech := range found {
		out.Technologies = append(out.Technologies, *tech)
	}
	slices.SortFunc(out.Technologies, func(a, b gen.EnrichTech_Technologies) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.Name, b.Name))
	})
	return out
}
