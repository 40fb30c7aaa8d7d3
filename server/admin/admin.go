// Package admin is the operator's dashboard at /admin: what was sold, to whom, what was refused, and the state of the
// parts that the service depends on. It is there only when ADMIN_TOKEN is set, and shows nothing before a sign-in.
//
// Its figures are the store's totals by time (usage.Periods). It is no part of the API, and no route of the spec.
package admin

import (
	"context"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/secret"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/facilitator/svm"
	"github.com/farebox/farebox/server/caller"
)

// Path is the dashboard's; all that belongs to it is below.
const Path = "/admin"

const (
	loginPath  = Path + "/login"
	logoutPath = Path + "/logout"
	tablePath  = Path + "/table/"
	assetsPath = Path + "/assets/"
)

// policy is the Content-Security-Policy of all answers: nothing inline, nothing from elsewhere, no frame.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// triesPerAddress are sign-in attempts per minute and process. There is no bound on those of all addresses: strangers
// would keep the operator out with it.
const triesPerAddress = 5

// Options of a Desk. Only Networks, Gas, Fees and Channels may be nil.
type Options struct {
	// Token is ADMIN_TOKEN. It must not be empty.
	Token string
	// Secret makes the key that sessions are signed with; replicas share it.
	Secret secret.Secret
	// ServiceName heads the pages.
	ServiceName string
	// PublicBaseURL is the origin that the service is reached under. A service that is reached under another one, as
	// through a tunnel, has its dashboard there too.
	PublicBaseURL string
	// Style is the path of the style sheet of all pages.
	Style string
	Store Store
	// Kept is how long the store keeps figures by time; earlier ones are not shown as nothing. 0: for ever.
	Kept time.Duration
	// Upstreams and Lists are the state of the data providers and of what is downloaded.
	Upstreams func() []upstream.Health
	Lists     func() []upstream.DatasetHealth
	// Closed are the routes that are not sold for want of their providers.
	Closed func() []Closed
	// Networks are those that payments are accepted on; nil if there are none.
	Networks func() []NetworkState
	// Gas is what the settlement key holds; nil when another settles.
	Gas func() []evm.Status
	// Fees is what the fee payer on Solana holds; nil when another settles.
	Fees func() []svm.Status
	// Channels is what payment channels hold; nil when none are offered.
	Channels func(ctx context.Context) (payment.ChannelStanding, error)
	Now      func() time.Time
	Log      *slog.Logger
}

// Closed is a route that is not sold, since when, and why.
type Closed struct {
	Route     string
	Code      string // of the problem that callers get
	Providers []string
	Since     time.Time
}

// Desk serves the dashboard.
type Desk struct {
	Options
	key       secret.Key
	byAddress *caller.Limiter
}

// New makes the dashboard.
func New(o Options) (*Desk, error) {
	if o.Token == "" || o.Store == nil || o.Upstreams == nil || o.Lists == nil || o.Now == nil || o.Log == nil {
		return nil, errors.New("admin: all options but Networks, Gas, Fees and Channels are required")
	}
	key, err := o.Secret.Key("sessions of the operator's dashboard")
	if err != nil {
		return nil, err
	}
	return &Desk{
		Options:   o,
		key:       key,
		byAddress: caller.NewLimiter(triesPerAddress, o.Now),
	}, nil
}

// Serves says whether a path is the dashboard's.
func Serves(path string) bool { return path == Path || strings.HasPrefix(path, Path+"/") }

// ServeHTTP answers the requests that [Serves] accepts.
func (d *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	protect(w.Header())
	path := r.URL.Path
	if path == loginPath && r.Method == http.MethodPost {
		d.signIn(w, r)
		return
	}
	if path == logoutPath {
		d.signOut(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		d.fail(w, http.StatusMethodNotAllowed, "This page is opened with GET.")
		return
	}

	switch {
	case strings.HasPrefix(path, assetsPath):
		d.asset(w, r)
	case path == loginPath:
		d.loginForm(w, http.StatusOK, "")
	case !d.mayRead(w, r):
	case path == Path:
		d.dashboard(w, r)
	case strings.HasPrefix(path, tablePath):
		d.export(w, r)
	default:
		d.fail(w, http.StatusNotFound, "There is no such page.")
	}
}

// protect sets what every answer here has. The referrer stays within the origin instead of being left out: without any,
// browsers say "Origin: null" when a form is sent.
func protect(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", policy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex, nofollow")
}

// frame is what every page has.
type frame struct {
	Service string
	Title   string
	Style   string
	Own     string // path of the dashboard's own style
	Plots   bool
	Assets  map[string]string // paths of the plots' files
	Signed  bool
}

func (d *Desk) frame(title string) frame {
	return frame{
		Service: d.ServiceName,
		Title:   title,
		Style:   d.Style,
		Own:     assetPaths["admin.css"],
		Assets: map[string]string{
			"style":  assetPaths["uplot.css"],
			"uplot":  assetPaths["uplot.js"],
			"script": assetPaths["admin.js"],
		},
	}
}

// note is a page that says one thing.
type note struct {
	frame
	Text string
}

func (d *Desk) fail(w http.ResponseWriter, status int, text string) {
	d.render(w, status, "note", note{
		frame: d.frame(http.StatusText(status)),
		Text:  text,
	})
}

// login is the page with the form.
type login struct {
	frame
	Trouble string
}

func (d *Desk) loginForm(w http.ResponseWriter, status int, trouble string) {
	d.render(w, status, "login", login{
		frame:   d.frame("Sign in"),
		Trouble: trouble,
	})
}

// render sends a page once it is whole.
func (d *Desk) render(w http.ResponseWriter, status int, name string, data any) {
	var page strings.Builder
	if err := pages.ExecuteTemplate(&page, name, data); err != nil {
		d.Log.Error("dashboard", "page", name, "error", err)
		http.Error(w, "this page could not be made; the log has the reason", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(page.Len()))
	w.WriteHeader(status)
	w.Write([]byte(page.String())) // the client is gone when this fails
}

var pages = template.Must(template.ParseFS(templateFiles, "*.html"))
