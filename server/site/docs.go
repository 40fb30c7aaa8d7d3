package site

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server/discovery"
)

// familyView is a family in lists.
type familyView struct {
	Name        string
	Group       string
	Path        string
	Description string
	Price       string
	Routes      []routeLine
}

// Opening is the first sentence of the description.
func (v familyView) Opening() string { return discovery.Opening(v.Description, maxOpening) }

// maxOpening is about how much of a family's description the start page has, in bytes.
const maxOpening = 160

// groupView is the families under one heading.
type groupView struct {
	Name     string
	Families []familyView
}

// routeLine is a route in lists.
type routeLine struct {
	Name    string // "GET /crypto/hash"
	Method  string
	Route   string
	Path    string // of its page
	Price   string
	Summary string
}

type listData struct {
	frame
	Heading  string
	Groups   []groupView  // of the page with all families
	Families []familyView // of a family's own page: that one
}

// groups are the families of the spec under their headings; what has none comes last.
func (s *Site) groups(paidOnly bool) []groupView {
	byName := map[string]*groupView{}
	var groups []*groupView
	of := func(name string) *groupView {
		if byName[name] == nil {
			byName[name] = &groupView{Name: name}
			groups = append(groups, byName[name])
		}
		return byName[name]
	}
	for _, name := range s.spec.Groups() {
		of(name)
	}
	for _, view := range s.families(paidOnly) {
		group := of(cmp.Or(view.Group, "Other"))
		group.Families = append(group.Families, view)
	}

	var views []groupView
	for _, g := range groups {
		if len(g.Families) > 0 {
			views = append(views, *g)
		}
	}
	return views
}

// families are those of the spec; paidOnly leaves out those that sell nothing.
func (s *Site) families(paidOnly bool) []familyView {
	var views []familyView
	for i := range s.spec.Families {
		family := &s.spec.Families[i]
		_, _, paid := discovery.PriceRange(family.Operations)
		if len(family.Operations) > 0 && (paid > 0 || !paidOnly) {
			views = append(views, viewOf(family))
		}
	}
	return views
}

func viewOf(family *spec.Family) familyView {
	view := familyView{
		Name:        family.Name,
		Group:       family.Group,
		Path:        familyPath(family.Name),
		Description: family.Description,
		Price:       "free",
	}

	low, high, paid := discovery.PriceRange(family.Operations)
	if paid > 0 {
		view.Price = "$" + low
	}
	if low != high {
		view.Price += " to $" + high
	}

	for _, op := range family.Operations {
		view.Routes = append(view.Routes, lineOf(op))
	}
	return view
}

func priceText(op *spec.Operation) string {
	if !op.Paid {
		return "free"
	}
	return "$" + discovery.PriceUSD(op)
}

func (s *Site) indexPage() ([]byte, error) {
	data := listData{
		frame: s.frame("Routes - "+s.service.Name,
			fmt.Sprintf("All %d routes of %s with their prices.", len(s.spec.Operations), s.service.Name), docsPath),
		Heading: "Routes",
		Groups:  s.groups(false),
	}
	data.Markdown = docsPath + markdownEnd
	return render("list.html", data)
}

func (s *Site) familyPage(family *spec.Family) ([]byte, error) {
	path := familyPath(family.Name)
	data := listData{
		frame:    s.frame(family.Name+" - "+s.service.Name, family.Description, path),
		Heading:  family.Name,
		Families: []familyView{viewOf(family)},
	}
	data.Markdown = path + markdownEnd
	return render("list.html", data)
}

func (s *Site) indexMarkdown() ([]byte, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: routes\n\n> %s\n\n", oneLine(s.service.Name), oneLine(s.service.Description))
	fmt.Fprintf(&b, "Base URL: %s. A failed call costs nothing. How to pay: %s/llms.txt\n",
		s.service.PublicBaseURL, s.service.PublicBaseURL)
	for _, family := range s.families(false) {
		writeFamily(&b, family, "##")
	}
	return []byte(b.String()), nil
}

func (s *Site) familyMarkdown(family *spec.Family) []byte {
	var b strings.Builder
	writeFamily(&b, viewOf(family), "#")
	return []byte(strings.TrimPrefix(b.String(), "\n"))
}

func writeFamily(b *strings.Builder, family familyView, level string) {
	fmt.Fprintf(b, "\n%s %s\n\n%s\n\n", level, family.Name, oneLine(family.Description))
	for _, r := range family.Routes {
		fmt.Fprintf(b, "- [%s](%s%s): %s; %s\n", r.Name, r.Path, markdownEnd, r.Price, oneLine(r.Summary))
	}
}

// oneLine keeps a text from the spec or the configuration from starting a list or a heading.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
