package server

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/server/admin"
	"github.com/farebox/farebox/server/site"
	"github.com/farebox/farebox/server/tools"
)

// door is what is served beside the routes, under paths that the spec does not have.
type door struct {
	name    string // in logs
	serves  func(path string) bool
	handler http.Handler

	sameOrigin bool // pages of other origins may not read it
	uncertain  bool // a panic does not tell whether it has moved money
}

// allDoors are those that the settings open.
func (s *Server) allDoors() ([]door, error) {
	desk, err := s.newDesk()
	if err != nil {
		return nil, err
	}
	mcp, err := s.toolDoor()
	if err != nil {
		return nil, err
	}

	var all []door
	if desk != nil {
		all = append(all, door{
			name:       "dashboard",
			serves:     admin.Serves,
			handler:    desk,
			sameOrigin: true,
		})
	}
	if s.parts.FacilitatorAPI != nil {
		all = append(all, door{
			name:      "facilitator API",
			serves:    func(path string) bool { return strings.HasPrefix(path, "/facilitator/") },
			handler:   s.parts.FacilitatorAPI,
			uncertain: true,
		})
	}

	return append(all,
		door{
			// What an MCP client buys comes back as the request of a route, and is recorded as that.
			name:    "MCP",
			serves:  tools.Serves,
			handler: mcp,
		},
		door{
			name:    "site",
			serves:  site.Serves,
			handler: s.site,
		},
	), nil
}

// doorTo is the door that serves the path; nil for the paths of routes.
func (s *Server) doorTo(path string) *door {
	for i := range s.doors {
		if s.doors[i].serves(path) {
			return &s.doors[i]
		}
	}
	return nil
}

// open answers a request at a door.
func (s *Server) open(c echo.Context, d *door, id string) {
	c.Request().Header.Set(requestIDHeader, id)
	err := s.caught(d.name, func() error {
		d.handler.ServeHTTP(c.Response(), c.Request())
		return nil
	})
	if err == nil {
		return
	}

	p := problem.From(err)
	if d.uncertain {
		p = p.With("charged", nil)
	}
	s.writeProblem(c, p)
}

// caught does the work and returns its error. A panic of the work is counted, logged and returned as an error.
func (s *Server) caught(what string, work func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			s.panicked(what, v, debug.Stack())
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return work()
}

func (s *Server) panicked(what string, value any, stack []byte) {
	s.metrics.panics.Inc()
	s.log.Error("panic in a handler", "route", what, "panic", fmt.Sprint(value), "stack", string(stack))
	if s.parts.Panicked != nil {
		s.parts.Panicked(what, value, stack)
	}
}
