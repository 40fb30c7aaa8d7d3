package site

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
)

// Bounds of a search, those of GET /find but for the number of routes.
const (
	maxTask  = 300 // characters
	mostHits = 20
)

type searchData struct {
	frame
	Routes []routeLine
}

// searched is the task that a reader searches routes for, empty when this is not a search. The form of the pages asks
// so; where its script runs, it has narrowed the list before.
func searched(r *http.Request) string {
	if r.URL.Path != docsPath || r.URL.RawQuery == "" {
		return ""
	}
	return clip.Shown(strings.ToValidUTF8(strings.TrimSpace(r.URL.Query().Get("q")), "?"), maxTask)
}

// search answers with the routes for a task, in the order of GET /find.
func (s *Site) search(w http.ResponseWriter, task string) {
	data := searchData{frame: s.frame("Search - "+s.service.Name, "The routes for a task.", docsPath)}
	data.Task = task
	for _, match := range s.find().Find(task, mostHits) {
		data.Routes = append(data.Routes, lineOf(match.Op))
	}
	body, err := render("search.html", data)
	if err != nil {
		problem.From(err).Write(w, "")
		return
	}
	sendPage(w, http.StatusOK, body)
}

func lineOf(op *spec.Operation) routeLine {
	return routeLine{
		Name:    op.Name(),
		Method:  op.Method,
		Route:   op.Path,
		Path:    RoutePath(op),
		Price:   priceText(op),
		Summary: op.Summary,
	}
}

// sendPage sends a page that is made for one request.
func sendPage(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body) // the client is gone when this fails
}
