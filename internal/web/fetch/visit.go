package fetch

import (
	"context"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Visit is permission to request one page by other means than Get, such as a browser: its URL is accepted,
// robots.txt allows it, and a slot at its host is held.
type Visit struct {
	URL    *url.URL
	Robots *Robots

	client *Client
	once   sync.Once
	leave  func()
}

// Visit does what Get does before requesting a page: it checks the URL, consults robots.txt and waits for a turn at
// the host. Its errors are those of Get. The caller ends the visit with Answered or Leave.
func (c *Client) Visit(ctx context.Context, rawURL string) (*Visit, error) {
	u, err := c.guard.CheckURL(rawURL)
	if err != nil {
		return nil, err
	}

	f := c.newFetch(Request{})
	verdict, spacing, err := f.askRobots(ctx, u)
	if err != nil {
		return nil, err
	}
	leave, err := c.gate.enter(ctx, u.Hostname(), spacing)
	if err != nil {
		return nil, err
	}
	return &Visit{
		URL:    u,
		Robots: verdict,
		client: c,
		leave:  leave,
	}, nil
}

// Allowed returns robots.txt's verdict on a URL that a page assumes without a request, such as one that a script
// wrote into the address bar. Its errors are those of Get.
func (c *Client) Allowed(ctx context.Context, rawURL string) (*Robots, error) {
	u, err := c.guard.CheckURL(rawURL)
	if err != nil {
		return nil, err
	}
	verdict, _, err := c.newFetch(Request{}).askRobots(ctx, u)
	return verdict, err
}

// Answered ends the visit with the host's answer, so that a host's request for a pause is honoured. It returns
// Get's error for the status: nil for 2xx and 3xx.
func (v *Visit) Answered(status int, header http.Header) error {
	defer v.Leave()
	host := v.URL.Hostname()
	after := retryAfter(header, v.client.options.Now())
	if status == http.StatusTooManyRequests || status >= 500 {
		v.client.gate.rest(host, after, status)
	}
	if status >= 200 && status < 400 {
		return nil
	}
	return &Error{
		Kind:       KindStatus,
		Host:       host,
		Status:     status,
		RetryAfter: after,
	}
}

// Leave ends the visit; only the first end counts.
func (v *Visit) Leave() { v.once.Do(v.leave) }

// UserAgent is the Client's User-Agent.
func (c *Client) UserAgent() string { return c.options.UserAgent }

// Now is the Client's clock.
func (c *Client) Now() time.Time { return c.options.Now() }
