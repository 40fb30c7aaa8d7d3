package enrich

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	gen "github.com/farebox/farebox/gen/enrich"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

//go:embed data/technologies.tsv
var technologiesText string

//go:embed data/implied.tsv
var impliedText string

// rule is one line of the table.
type rule struct {
	name, category, kind, key, pattern string
	whole                              bool // the pattern ends a word
	confidence                         int
}

// rules are the table, and what each technology is built on.
type rules struct {
	list    []rule
	implied map[string][]rule // name and category only
}

// ruleKinds are the kinds; the rules of keyed ones have a key.
var ruleKinds = map[string]struct{ keyed bool }{
	"header": {true}, "meta": {true}, "cookie": {}, "generator": {}, "asset": {}, "file": {}, "inline": {}, "code": {}, "attr": {}, "class": {}, "id": {},
}

func readRules() (*rules, error) {
	out := &rules{implied: map[string][]rule{}}
	categories := map[string]string{}
	for line := range strings.Lines(technologiesText) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 6 || f[3]+f[4] == "" || f[3] != strings.ToLower(f[3]) || f[4] != strings.ToLower(f[4]) {
			return nil, fmt.Errorf("%q is no rule", line)
		}
		if kind, ok := ruleKinds[f[2]]; !ok || kind.keyed != (f[3] != "") {
			return nil, fmt.Errorf("%q is no rule", line)
		}
		confidence, err := strconv.Atoi(f[5])
		if err != nil || confidence < 1 || confidence > 100 {
			return nil, fmt.Errorf("%q has no confidence of 1 to 100", line)
		}
		if known := categories[f[0]]; known != "" && known != f[1] {
			return nil, fmt.Errorf("%s is both %s and %s", f[0], known, f[1])
		}
		categories[f[0]] = f[1]
		pattern, whole := strings.CutSuffix(f[4], "$")
		out.list = append(out.list, rule{f[0], f[1], f[2], f[3], pattern, whole, confidence})
	}

	return out, out.readImplied(categories)
}

func (r *rules) readImplied(categories map[string]string) error {
	for line := range strings.Lines(impliedText) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}

		f := strings.Split(line, "\t")
		if len(f) < 2 || categories[f[0]] == "" {
			return fmt.Errorf("%q names no technology", line)
		}

		for _, on := range f[1:] {
			name, category, _ := strings.Cut(on, ":")
			if category = cmp.Or(category, categories[name]); category == "" {
				return fmt.Errorf("%s is in no category", name)
			}
			r.implied[f[0]] = append(r.implied[f[0]], rule{name: name, category: category})
		}
	}
	return nil
}

// evidence says what matched without quoting it: values of headers and cookies may be about a session.
func (r rule) evidence() string {
	switch r.kind {
	case "header", "meta":
		return r.kind + " " + r.key
	case "generator":
		return "meta generator"
	}
	return r.kind + " " + r.pattern
}

// traces are what the rules look at, all in lower case.
type traces struct {
	headers    http.Header
	cookies    []string // names
	generators []string
	assets     []string // addresses of scripts, style sheets, images and frames
	own        []string // the same without the images of other sites, whose paths tell about those
	files      []string // of scripts and style sheets alone, without their hosts: companies have names that libraries have
	inline     []string
	metas      map[string]string
	classes    []string // distinct, sorted
	attrs      []string // names, distinct, sorted
	ids        map[string]bool
}

// Bounds of what is looked at of one page, in bytes where nothing else is said.
const (
	maxAssets  = 128 << 10
	maxAsset   = 500
	maxInline  = 512 << 10
	maxClasses = 5000 // distinct ones
	maxMetas   = 200
)

func tracesOf(v *visit) *traces {
	t := &traces{
		headers: v.page.Header,
		metas:   map[string]string{},
		ids:     map[string]bool{},
	}
	for _, line := range v.page.Header.Values("Set-Cookie") {
		name, _, _ := strings.Cut(line, "=")
		t.cookies = append(t.cookies, strings.ToLower(strings.TrimSpace(name)))
	}

	if v.html == nil {
		return t
	}
	owner := ""
	if site, err := hostname.Parse(v.page.FinalURL); err == nil {
		owner = site.Organisational()
	}

	attrs := map[string]bool{}
	classes := map[string]bool{}
	assets := 0
	scripts := 0
	for n := range htmlpage.Elements(v.html.Root) {
		for _, a := range n.Attr {
			if len(a.Key) < 100 && len(attrs) < maxClasses {
				attrs[strings.ToLower(a.Key)] = true
			}
			switch {
			case a.Key == "id" && len(a.Val) < 100:
				t.ids[strings.ToLower(a.Val)] = true
			case a.Key == "class" && len(a.Val) < 10_000:
				for class := range strings.FieldsSeq(a.Val) {
					if len(class) < 100 && len(classes) < maxClasses {
						classes[strings.ToLower(class)] = true
					}
				}
			}
		}
		switch n.Data {
		case "meta":
			t.addMeta(n)
		case "script", "link", "img", "iframe":
			if address := assetOf(n); address != "" && assets < maxAssets {
				assets += len(address)
				t.assets = append(t.assets, address)
				host, path := hostAndPath(address)
				if n.Data != "img" || host == "" || owner != "" && strings.HasSuffix("."+host, "."+owner) {
					t.own = append(t.own, address)
				}
				if n.Data == "script" || n.Data == "link" {
					t.files = append(t.files, path)
				}
			}
			if kind, _ := htmlpage.Attribute(n, "type"); n.Data == "script" && scripts < maxInline && !isData(kind) {
				text := htmlpage.Raw(n)
				text = text[:min(len(text), maxInline-scripts)]
				scripts += len(text)
				t.inline = append(t.inline, strings.ToLower(text))
			}
		}
	}

	t.attrs = slices.Sorted(maps.Keys(attrs))
	t.classes = slices.Sorted(maps.Keys(classes))
	return t
}

func (t *traces) addMeta(n *html.Node) {
	name, _ := htmlpage.Attribute(n, "name")
	content, ok := htmlpage.Attribute(n, "content")
	if !ok || len(t.metas) >= maxMetas {
		return
	}
	name = strings.ToLower(name)
	content = strings.ToLower(strings.TrimSpace(clip.Cut(content, maxLine)))
	if name == "generator" && len(t.generators) < 20 {
		t.generators = append(t.generators, content)
	}
	if name != "" {
		t.metas[name] = content
	}
}

// assetOf is the address of what an element loads, "" for what it only points at.
func assetOf(n *html.Node) string {
	address, ok := htmlpage.Attribute(n, "src")
	if !ok {
		address, _ = htmlpage.Attribute(n, "href")
	}
	if rel, _ := htmlpage.Attribute(n, "rel"); n.Data == "link" {
		for word := range strings.FieldsSeq(strings.ToLower(rel)) {
			if slices.Contains([]string{"canonical", "alternate", "shortlink", "author", "me", "license", "next", "prev", "search"}, word) {
				return ""
			}
		}
	}
	if strings.HasPrefix(address, "data:") {
		return ""
	}
	return strings.ToLower(address[:min(len(address), maxAsset)])
}

// hostAndPath splits an address; the host is "" for one without.
func hostAndPath(address string) (host, path string) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "", address
	}
	_, path, _ = strings.Cut(address, u.Host)
	return u.Hostname(), path
}

// isData says whether a script of that type is text of the page rather than code.
func isData(kind string) bool {
	kind = strings.ToLower(strings.TrimSpace(kind))
	return kind == "application/json" || kind == "application/ld+json"
}

// match gives what follows the pattern where it matched, for the version.
func (t *traces) match(r rule) (after string, ok bool) {
	switch r.kind {
	case "header":
		for _, value := range t.headers.Values(r.key) {
			if after, ok := r.in(strings.ToLower(value)); ok {
				return after, true
			}
		}
	case "meta":
		content, ok := t.metas[r.key]
		return "", ok && strings.Contains(content, r.pattern)
	case "generator":
		for _, content := range t.generators {
			if after, ok := strings.CutPrefix(content, r.pattern); ok {
				return after, true
			}
		}
	case "file":
		for _, address := range t.files {
			for rest, found := r.in(address); found; rest, found = r.in(rest) {
				if !ok || fileVersion.MatchString(rest) {
					after = rest
					ok = true
				}
			}
			if ok {
				return after, true
			}
		}
	case "cookie":
		return "", slices.ContainsFunc(t.cookies, func(s string) bool { return strings.HasPrefix(s, r.pattern) })
	case "class":
		return "", begins(t.classes, r.pattern)
	case "attr":
		if start, open := strings.CutSuffix(r.pattern, "*"); open {
			return "", begins(t.attrs, start)
		}
		_, ok := slices.BinarySearch(t.attrs, r.pattern)
		return "", ok
	case "id":
		return "", t.ids[r.pattern]
	}

	assets := t.assets
	if strings.HasPrefix(r.pattern, "/") {
		assets = t.own
	}

	contains := func(s string) bool { return strings.Contains(s, r.pattern) }
	return "", (r.kind == "asset" || r.kind == "code") && slices.ContainsFunc(assets, contains) ||
		(r.kind == "inline" || r.kind == "code") && slices.ContainsFunc(t.inline, contains)
}

// in gives what follows the rule's pattern in a text.
func (r rule) in(text string) (after string, ok bool) {
	_, after, ok = strings.Cut(text, r.pattern)
	if ok && r.whole && after != "" && (after[0] == '-' || after[0] >= 'a' && after[0] <= 'z' || after[0] >= '0' && after[0] <= '9') {
		return "", false
	}
	return after, ok
}

// begins says whether one of sorted words begins with start.
func begins(sorted []string, start string) bool {
	i, _ := slices.BinarySearch(sorted, start)
	return i < len(sorted) && strings.HasPrefix(sorted[i], start)
}

// Versions as servers and generators state them, and as in file names.
var (
	version     = regexp.MustCompile(`^[/ ]v?([0-9]{1,5}(?:\.[0-9]{1,6}){0,3})`)
	fileVersion = regexp.MustCompile(`^(?:\.slim)?[-@/.]?v?([0-9]{1,3}(?:\.[0-9]{1,4}){1,3})(?:[-/.]|$)`)
)

// technologies recognises the software behind a page.
func (h *Handlers) technologies(v *visit) *gen.EnrichTech {
	t := tracesOf(v)
	found := map[string]*gen.EnrichTech_Technologies{}
	for _, r := range h.rules.list {
		after, ok := t.match(r)
		if !ok {
			continue
		}
		tech := found[r.name]
		if tech == nil {
			tech = &gen.EnrichTech_Technologies{Name: r.name, Category: r.category}
			found[r.name] = tech
		}
		tech.Confidence = max(tech.Confidence, float64(r.confidence)/100)
		if e := r.evidence(); !slices.Contains(tech.Evidence, e) {
			tech.Evidence = append(tech.Evidence, e)
		}
		shape := version
		if r.kind == "file" {
			shape = fileVersion
		}
		if m := shape.FindStringSubmatch(after); m != nil && tech.Version == nil && r.pattern != "" {
			tech.Version = &m[1]
		}
	}

	h.rules.imply(found)
	out := &gen.EnrichTech{
		Technologies: make([]gen.EnrichTech_Technologies, 0, len(found)),
		Count:        len(found),
		RulesDate:    string(Dated.AsOf),
	}
	for _, tech := range found {
		out.Technologies = append(out.Technologies, *tech)
	}

	slices.SortFunc(out.Technologies, func(a, b gen.EnrichTech_Technologies) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.Name, b.Name))
	})
	return out
}

// imply adds what the found ones are built on, in the order of their names so that the same page gives the same evidence.
func (r *rules) imply(found map[string]*gen.EnrichTech_Technologies) {
	queue := slices.Sorted(maps.Keys(found))
	for i := 0; i < len(queue); i++ {
		by := found[queue[i]]
		for _, on := range r.implied[by.Name] {
			if found[on.name] == nil {
				found[on.name] = &gen.EnrichTech_Technologies{
					Name:       on.name,
					Category:   on.category,
					Confidence: by.Confidence,
					Evidence:   []string{"implied by " + by.Name},
				}
				queue = append(queue, on.name)
			}
		}
	}
}
