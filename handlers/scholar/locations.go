package scholar

import (
	"cmp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/scholar"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/openalex"
	"github.com/farebox/farebox/internal/upstream/unpaywall"
)

// locations are the free copies that Unpaywall and OpenAlex know, each once, the best of the former first.
func (w *work) locations() []gen.ScholarLocation {
	list := []gen.ScholarLocation{}
	seen := map[string]bool{}
	add := func(l gen.ScholarLocation) {
		keys := []string{address(&l.URL), address(l.PdfURL), address(l.LandingURL)}
		known := false
		for _, k := range keys {
			known = known || k != "" && seen[k]
		}
		if l.URL == "" || known {
			return
		}
		for _, k := range keys {
			seen[k] = true
		}
		list = append(list, l)
	}

	for _, l := range w.copies() {
		add(ofUnpaywall(l))
	}
	if o := w.open; o != nil {
		if o.Best != nil {
			add(ofOpenAlex(*o.Best))
		}
		for _, l := range o.Locations {
			if l.Open {
				add(ofOpenAlex(l))
			}
		}
	}
	return list
}

// address is an address as it is compared: without its scheme, a leading www and a slash at the end, in lower case.
func address(url *string) string {
	text := strings.ToLower(response.OrZero(url))
	_, rest, ok := strings.Cut(text, "://")
	if !ok {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(rest, "www."), "/")
}

// unplaced is what is not known of the free copies, as notes: the address of one that OpenAlex lists, and whether a
// copy without a page at Unpaywall is one of OpenAlex.
func (w *work) unplaced() []string {
	if w.open == nil {
		return nil
	}

	var list []string
	if slices.ContainsFunc(w.open.Locations, func(l openalex.Location) bool {
		return l.Open && ofOpenAlex(l).URL == ""
	}) {
		list = append(list, "Not known: the address of a free copy that OpenAlex lists")
	}

	if len(w.open.Locations) > 0 && slices.ContainsFunc(w.copies(), isWithoutPage) {
		list = append(list, "Not known: the page about a copy of Unpaywall; OpenAlex may list the same copy")
	}
	return list
}

// copies are the locations of Unpaywall, the best first.
func (w *work) copies() []unpaywall.Location {
	var list []unpaywall.Location
	if w.article != nil {
		if w.article.Best != nil {
			list = append(list, *w.article.Best)
		}
		list = append(list, w.article.Locations...)
	}
	return list
}

func isWithoutPage(l unpaywall.Location) bool { return l.Landing == "" }

func ofUnpaywall(l unpaywall.Location) gen.ScholarLocation {
	return gen.ScholarLocation{
		URL:        cmp.Or(l.PDF, l.URL, l.Landing),
		PdfURL:     response.OrNull(l.PDF),
		LandingURL: response.OrNull(l.Landing),
		HostType:   hostOf(l.Host),
		Host:       response.OrNull(l.Institution),
		License:    response.OrNull(l.License),
		Version:    versionOf(l.Version),
		FoundBy:    gen.ScholarLocationFoundByUnpaywall,
	}
}

func ofOpenAlex(l openalex.Location) gen.ScholarLocation {
	shown := gen.ScholarLocation{
		URL:        cmp.Or(l.PDF, l.Landing),
		PdfURL:     response.OrNull(l.PDF),
		LandingURL: response.OrNull(l.Landing),
		License:    response.OrNull(l.License),
		Version:    versionOf(l.Version),
		FoundBy:    gen.ScholarLocationFoundByOpenalex,
	}
	if l.Source != nil {
		shown.Host = response.OrNull(l.Source.Name)
		shown.HostType = hostOf(l.Source.Type)
	}
	return shown
}

// hostOf reads the word for a host: OpenAlex has kinds of sources, of which journals are on their publishers'
// servers.
func hostOf(word string) *gen.ScholarLocationHostType {
	switch word {
	case "publisher", "journal", "conference", "book series", "ebook platform":
		return new(gen.Publisher)
	case "repository":
		return new(gen.Repository)
	}
	return nil
}

func versionOf(word string) *gen.ScholarLocationVersion {
	version := gen.ScholarLocationVersion(word)
	switch version {
	case gen.SubmittedVersion, gen.AcceptedVersion, gen.PublishedVersion:
		return &version
	}
	return nil
}
