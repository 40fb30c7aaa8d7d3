// Package loopback serves HTTP on the loopback interface to this machine's programs, and to pages from anywhere.
package loopback

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"
)

// Bounds of a request, and of how long those under way may take when the server is closed.
const (
	requestTime = 30 * time.Second
	idleTime    = 2 * time.Minute
	lastAnswers = 5 * time.Second
)

// Server is a running server.
type Server struct {
	URL   string
	http  *http.Server
	ended chan error
}

// Serve serves on a port, on any free one if it is 0.
func Serve(port int, handler http.Handler) (*Server, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	s := &Server{
		URL: "http://" + listener.Addr().String(),
		http: &http.Server{
			Handler:           forBrowsers(handler),
			ReadTimeout:       requestTime,
			ReadHeaderTimeout: requestTime,
			WriteTimeout:      requestTime,
			IdleTimeout:       idleTime,
		},
		ended: make(chan error, 1),
	}
	go func() { s.ended <- s.http.Serve(listener) }()
	return s, nil
}

// Close lets the requests that are being answered come to their end, for a while.
func (s *Server) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), lastAnswers)
	defer cancel()
	err := s.http.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.http.Close()
	}
	if ended := <-s.ended; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}

// forBrowsers lets the wallets of pages from anywhere ask.
func forBrowsers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		if r.Method == http.MethodOptions {
			w.Header().Set("Access-Control-Allow-Methods", "GET, POST")
			w.Header().Set("Access-Control-Allow-Headers", "*")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}
