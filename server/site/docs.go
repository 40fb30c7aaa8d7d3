package site

import (
	"fmt"
	"strings"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server/discovery"
)

// familyView is a family in lists.
type familyView struct {
	Name        string
	Path        string
	Description string
	Price       string
	Routes      []routeLine
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
	Families []familyView
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
		Heading:  "Routes",
		Families: s.families(false),
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
