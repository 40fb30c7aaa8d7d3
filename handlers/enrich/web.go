package enrich

import (
	"context"
	"errors"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/enrich"
	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/standin"
)

// visit is the home page as it was found; html is nil when it is no HTML.
type visit struct {
	page *fetch.Page
	html *htmlpage.Page
}

// findings are the blocks that are read from the home page.
type findings struct {
	web  *gen.EnrichWeb
	tech *gen.EnrichTech
}

// homePage fetches the home page and reads it in one go, so that its tree is gone while other blocks wait for
// the network.
func (h *Handlers) homePage(ctx context.Context, host *hostname.Host) (*findings, error) {
	page, err := h.open(ctx, host.ASCII)
	if err != nil {
		return nil, err
	}
	defer page.Done()
	done, err := capacity.Work(ctx, htmlpage.Cost(page.Body))
	if err != nil {
		return nil, err
	}
	defer done()

	v := read(page)
	return &findings{
		web:  h.web(v, host),
		tech: h.technologies(v),
	}, nil
}

// open fetches the home page by https, and by http where the host does not answer to that.
func (h *Handlers) open(ctx context.Context, host string) (*fetch.Page, error) {
	first, cancel := context.WithTimeout(ctx, budget*2/3) // leaves http a chance
	defer cancel()
	page, err := h.Pages.Get(first, fetch.Request{URL: "https://" + host + "/", Statuses: fetch.AnyStatus})
	if err != nil && ctx.Err() == nil && unreachable(err) {
		secure := err
		if page, err = h.Pages.Get(ctx, fetch.Request{URL: "http://" + host + "/", Statuses: fetch.AnyStatus}); err != nil && unreachable(err) {
			err = secure
		}
	}
	return page, err
}

func read(page *fetch.Page) *visit {
	v := &visit{page: page}
	if html := strings.Contains(page.ContentType, "html"); page.Text && (html || page.ContentType == "" && htmlpage.LooksLikeHTML(page.Body)) {
		// A challenge says nothing about the company.
		parsed, err := htmlpage.Parse(page.Body, page.FinalURL)
		if err == nil && !standin.Judge(page.Header, parsed).Bars() {
			v.html = parsed
		}
	}
	return v
}

// unreachable says whether another scheme may work where this one did not.
func unreachable(err error) bool {
	var e *fetch.Error
	if !errors.As(err, &e) {
		return errors.Is(err, context.DeadlineExceeded)
	}
	return e.Kind == fetch.KindConnect || e.Kind == fetch.KindTLS || e.Kind == fetch.KindTimeout || e.Kind == fetch.KindBadResponse
}

const (
	maxLine  = 1000 // bytes of one text
	maxGraph = 40   // Open Graph properties
)

// web describes the page.
func (h *Handlers) web(v *visit, host *hostname.Host) *gen.EnrichWeb {
	w := &gen.EnrichWeb{
		FinalURL:   withoutAddresses(v.page.FinalURL),
		HTTPStatus: v.page.Status,
		OpenGraph:  map[string]string{},
	}
	w.Organization.Social = []gen.EnrichWeb_Organization_Social{}
	w.Organization.Contacts = []string{}
	clean := func(s string) string { return h.clean(s, host) }
	w.Server = response.OrNull(clean(v.page.Header.Get("Server")))

	if v.html == nil {
		return w
	}

	meta := v.html.Metadata()
	w.Title = response.OrNull(clean(v.html.Title()))
	w.Description = response.OrNull(clean(meta.Description))
	w.Lang = response.OrNull(clip.Cut(meta.Lang, 35))
	names := make([]string, 0, len(meta.OpenGraph))
	for name := range meta.OpenGraph {
		if len(name) < 100 && !personal[name] {
			names = append(names, name)
		}
	}

	slices.Sort(names)
	for _, name := range names[:min(len(names), maxGraph)] {
		if values := meta.OpenGraph[name]; len(values) > 0 {
			w.OpenGraph[name] = clean(values[0])
		}
	}

	org := h.organization(v.html)
	if org.name == "" && len(meta.OpenGraph["og:site_name"]) > 0 {
		org.name = meta.OpenGraph["og:site_name"][0]
	}

	w.Organization.Name = response.OrNull(clean(org.name))
	w.Organization.Logo = response.OrNull(withoutAddresses(clip.Cut(org.logo, 2048)))
	w.Organization.Social = social(org.sameAs, v.html)
	w.Organization.Contacts = h.contacts(v.html, host.Registrable)
	return w
}

// clean is a stranger's text on one line of bounded length, without the addresses of persons.
func (h *Handlers) clean(s string, host *hostname.Host) string {
	return h.withoutPersons(htmlpage.Collapse(clip.Cut(strings.ToValidUTF8(s, ""), maxLine)), host.Registrable)
}

// personal are Open Graph properties that hold ways to reach someone.
var personal = map[string]bool{
	"og:email":          true,
	"og:phone_number":   true,
	"og:fax_number":     true,
	"og:street-address": true,
	"og:street_address": true,
}
