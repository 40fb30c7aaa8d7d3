// Package site makes the pages that people open: the start page, a page for each family and each route, the page on
// which a browser pays, and the files that they load. Everything comes from the spec. The pages are not routes of the
// spec: they are not part of the API.
package site

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/find"
)

// Folders of the pages. No route of the spec may begin with one.
const (
	docsPath    = "/docs"
	assetsPath  = "/assets/"
	sitemapPath = "/sitemap.xml"
	markdownEnd = ".md"
)

// pageAge is how long caches may keep a page, in seconds: it changes with a deployment only.
const pageAge = 300

// policy is the Content-Security-Policy of all pages: they load nothing from elsewhere and have nothing inline.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Options of a Site. Only Package may be nil.
type Options struct {
	Spec    *spec.Spec
	Service discovery.Service
	// Find is the search over Spec, for which it is asked at each search.
	Find func() *find.Index
	// Totals are what was sold so far.
	Totals func(context.Context) (usage.Summary, error)
	// Wallets are the networks that a browser pays on, by the number of the chain.
	Wallets map[uint64]WalletNetwork
	// Package is the TypeScript SDK as npm packs it. With it, npm installs the SDK from this service, and the pages
	// buy with it; without it they buy with the packages of x402.
	Package []byte
}

// Site is the pages. Each is made when it is first asked for.
type Site struct {
	service discovery.Service
	spec    *spec.Spec
	find    func() *find.Index
	totals  func(context.Context) (usage.Summary, error)
	hasSDK  bool // npm installs it from here

	networks string // Options.Wallets as JSON
	kit      kit

	files  map[string]discovery.Document // by path
	pages  map[string]*page              // by path
	paths  []string                      // of pages, in the order of the site map
	routes map[string]*routeView         // by name of the operation
	home   living[figures]
}

// page is one page in its two forms.
type page struct {
	html     func(context.Context) (discovery.Document, error)
	markdown func() (discovery.Document, error) // nil for a page that has none
}

// New prepares the pages.
func New(o Options) (*Site, error) {
	service := o.Service
	if o.Spec == nil || o.Find == nil || o.Totals == nil || service.Name == "" || service.PublicBaseURL == "" ||
		len(service.Networks) == 0 {
		return nil, errors.New(
			"site: a spec, its index, totals and a service with name, origin and network are required")
	}
	service.PublicBaseURL = strings.TrimSuffix(service.PublicBaseURL, "/")
	service.Description = cmp.Or(service.Description, o.Spec.Doc.Info.Description)

	site := &Site{
		service: service,
		spec:    o.Spec,
		find:    o.Find,
		totals:  o.Totals,
		hasSDK:  o.Package != nil,
		kit:     kitFor(service.Networks),
		pages:   map[string]*page{},
		routes:  map[string]*routeView{},
	}
	networks, err := json.Marshal(o.Wallets)
	if err != nil {
		return nil, fmt.Errorf("site: networks: %w", err)
	}
	site.networks = string(networks)

	site.files = maps.Clone(assets)
	if site.hasSDK {
		if err := checkPackage(o.Package); err != nil {
			return nil, fmt.Errorf("SDK_PACKAGE: %w", err)
		}
		site.files[packagePath] = discovery.NewArchive("application/gzip", o.Package, pageAge)
	}
	if err := site.addPages(); err != nil {
		return nil, err
	}
	entry, err := site.manifest()
	if err != nil {
		return nil, err
	}
	site.files[manifestPath] = discovery.NewDocument("application/json", entry, pageAge)
	site.files[sitemapPath] = discovery.NewDocument("application/xml", site.sitemap(), pageAge)
	return site, nil
}

// Serves says whether a path is the site's. The start page is not: it is a route of the spec.
func Serves(path string) bool {
	return path == docsPath || path == docsPath+markdownEnd || path == sitemapPath || path == referencePath ||
		path == manifestPath ||
		strings.HasPrefix(path, docsPath+"/") || strings.HasPrefix(path, assetsPath)
}

// ServeHTTP answers the requests that [Serves] accepts.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		s.otherMethod(w, r)
		return
	}
	if asked := searched(r); asked != "" {
		s.search(w, asked)
		return
	}
	document, err := s.document(w, r)
	if err == nil {
		err = document.Write(w, discovery.ConditionsOf(r.Header))
	}

	var missing *problem.Problem
	switch {
	case errors.As(err, &missing):
		if !s.Missing(w, r, nil) {
			missing.Write(w, "")
		}
	case err != nil:
		problem.From(err).Write(w, "")
	}
}

// document is what a path names, in the form that the client asks for.
func (s *Site) document(w http.ResponseWriter, r *http.Request) (discovery.Document, error) {
	path := r.URL.Path
	if file, ok := s.files[path]; ok {
		return file, nil
	}
	if p := s.pages[path]; p != nil {
		w.Header().Add("Vary", "Accept")
		if p.markdown != nil && takesMarkdown(r.Header) {
			return p.markdown()
		}
		return p.html(r.Context())
	}
	if p := s.pages[strings.TrimSuffix(path, markdownEnd)]; p != nil && p.markdown != nil {
		return p.markdown()
	}
	return discovery.Document{}, problem.New(http.StatusNotFound, problem.CodeNoSuchRoute,
		"there is no page %s; %s lists all", strings.ToValidUTF8(clip.Shown(path, 100), "?"), docsPath)
}

// takesMarkdown is true for agents that ask for Markdown. Browsers never do.
func takesMarkdown(h http.Header) bool {
	return strings.Contains(strings.Join(h.Values("Accept"), ","), "text/markdown")
}

func (s *Site) otherMethod(w http.ResponseWriter, r *http.Request) {
	const allow = "GET, HEAD, OPTIONS"
	if r.Method == http.MethodOptions {
		w.Header().Set("Allow", allow)
		w.Header().Set("Access-Control-Allow-Methods", allow)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	p := problem.New(http.StatusMethodNotAllowed, problem.CodeWrongMethod, "pages are opened with GET")
	p.Allow = allow
	p.Write(w, "")
}

// addPages enters the pages of the documentation. They are made later.
func (s *Site) addPages() error {
	s.addReference()
	s.add(docsPath, s.indexPage, s.indexMarkdown)
	for i := range s.spec.Families {
		family := &s.spec.Families[i]
		if len(family.Operations) == 0 {
			continue
		}
		s.add(familyPath(family.Name),
			func() ([]byte, error) { return s.familyPage(family) },
			func() ([]byte, error) { return s.familyMarkdown(family), nil })

		for _, op := range family.Operations {
			path := RoutePath(op)
			if s.pages[path] != nil {
				return errors.New("site: two routes have the page " + path)
			}
			view := &routeView{op: op, site: s}
			s.routes[op.Name()] = view
			s.add(path, nil, view.markdown)
			s.pages[path].html = view.document
		}
	}
	return nil
}

func (s *Site) add(path string, html, markdown func() ([]byte, error)) {
	once := sync.OnceValues(func() (discovery.Document, error) {
		body, err := html()
		return pageDocument(body), err
	})
	s.paths = append(s.paths, path)
	s.pages[path] = &page{
		html: func(context.Context) (discovery.Document, error) { return once() },
	}
	if markdown == nil {
		return
	}
	s.pages[path].markdown = sync.OnceValues(func() (discovery.Document, error) {
		body, err := markdown()
		return discovery.NewDocument("text/markdown; charset=utf-8", body, pageAge), err
	})
}

// pageDocument is an HTML page.
func pageDocument(body []byte) discovery.Document {
	document := discovery.NewDocument("text/html; charset=utf-8", body, pageAge)
	document.Policy = policy
	return document
}

func familyPath(name string) string { return docsPath + "/" + name }

// RoutePath is the path of a route's page: /docs/edgar/ratios for /edgar/ratios, and /docs/chain/tx/explain for
// /tx/explain, which is in the family chain.
func RoutePath(op *spec.Operation) string {
	if op.Backend != "" { // several methods may have one path there
		return familyPath(op.Family) + "/" + op.ID
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(op.Path, "/"+op.Family), "/")
	if !strings.HasPrefix(op.Path, "/"+op.Family+"/") {
		rest = strings.Trim(op.Path, "/")
	}
	if rest == "" { // the start page itself
		rest = op.ID
	}
	return familyPath(op.Family) + "/" + rest
}
