package scholar

import (
	"cmp"
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

	if a := w.article; a != nil {
		if a.Best != nil {
			add(ofUnpaywall(*a.Best))
		}
		for _, l := range a.Locations {
			add(ofUnpaywall(l))
		}
	}
	if o := w.open; o != nil {
		if o.Best != nil {
			add(ofOpenAlex(*o.Best))
		}
		for _, l := range o.Locations {
			if l.Open != nil && *l.Open {
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
