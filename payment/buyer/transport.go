package buyer

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
)

// HTTPClient is an http.Client whose requests are sent by [Client.Do], so that typed clients pay without knowing it.
// The errors of Do come wrapped in a *url.Error. A redirect to another host is not followed but is the answer: nothing
// is bought from a host that the caller did not name.
func (c *Client) HTTPClient() *http.Client {
	return &http.Client{
		Transport:     transport{c},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

type transport struct{ client *Client }

// RoundTrip sends req, pays if it is asked to and may, and returns the final answer.
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	final, err := t.client.Do(req.Context(), req)
	if err != nil {
		return nil, err
	}

	return &http.Response{
		Status:        strconv.Itoa(final.Status) + " " + http.StatusText(final.Status),
		StatusCode:    final.Status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        final.Header,
		Body:          io.NopCloser(bytes.NewReader(final.Body)),
		ContentLength: int64(len(final.Body)),
		Request:       req,
	}, nil
}
