// Package pwnedpasswords asks Pwned Passwords how often a password is in known breaches, by k-anonymity: only the first five
// characters of the password's hash are sent, and the match is found here.
package pwnedpasswords

import (
	"bufio"
	"bytes"
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// PrefixLength is how many characters of a hash are sent.
const PrefixLength = 5

// fewest is how many known hashes a range has at least. The smallest had 381 in 2018; the corpus has doubled since.
const fewest = 100

// Provider is the range search, which needs no key. The answers change a few times a month.
var Provider = upstream.Provider{
	Name: "pwned-passwords", BaseURL: "https://api.pwnedpasswords.com", Docs: "https://haveibeenpwned.com/API/v3#PwnedPasswords",
	Attribution: "Pwned Passwords by Have I Been Pwned", Terms: "https://haveibeenpwned.com/API/v3#License", Checked: "recorded 2026-10",
	TTL: 24 * time.Hour, StaleFor: 7 * 24 * time.Hour, Headers: map[string]string{"Add-Padding": "true"},
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the password "password".
func probe(ctx context.Context, u *upstream.Client) error {
	found, err := (&Client{u}).Look(ctx, SHA1, "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8")
	return upstream.Fact(err, "count", "true", func() any { return found.Count > 0 })
}

// Mode is the kind of hash.
type Mode string

// The modes, with the number of hex characters of their hashes.
const (
	SHA1 Mode = "sha1" // 40
	NTLM Mode = "ntlm" // 32: MD4 of the password in UTF-16LE
)

// Range is what is known about the hashes with a common prefix.
type Range struct {
	Count    int64 // how often the requested hash was seen; 0 if never
	Suffixes int   // hashes with that prefix, without padding
}

// Look looks up a hash, full and in upper-case hex. Only its first five characters leave the process.
func (c *Client) Look(ctx context.Context, mode Mode, hash string) (Range, error) {
	req := c.c.Get("/range/{}", hash[:PrefixLength])
	if mode == NTLM {
		req = req.Query("mode", "ntlm")
	}
	// Every prefix is valid, so a refusal is an ordinary failure.
	resp, err := req.AcceptStatus(http.StatusBadRequest).Check(func(resp *upstream.Response) error {
		_, err := read(resp.Body, hash[PrefixLength:])
		return err
	}).Do(ctx)
	if err != nil {
		return Range{}, err
	}
	return read(resp.Body, hash[PrefixLength:])
}

// read scans the lines SUFFIX:COUNT. Padding has the count 0.
func read(body []byte, suffix string) (Range, error) {
	var r Range
	lines := bufio.NewScanner(bytes.NewReader(body))
	for lines.Scan() {
		text := strings.TrimSpace(lines.Text())
		if text == "" {
			continue
		}
		rest, digits, ok := strings.Cut(text, ":")
		n, err := strconv.ParseInt(digits, 10, 64)
		if !ok || err != nil || n < 0 || len(rest) != len(suffix) {
			return Range{}, upstream.BadResponse.Errorf("a line that is not SUFFIX:COUNT")
		}
		if n == 0 {
			continue
		}
		r.Suffixes++
		if strings.EqualFold(rest, suffix) {
			r.Count = n
		}
	}

	if err := lines.Err(); err != nil {
		return Range{}, upstream.BadResponse.Errorf("a line that is too long")
	}
	if r.Suffixes < fewest {
		return Range{}, upstream.BadResponse.Errorf("%d hashes of a prefix that has hundreds", r.Suffixes)
	}

	return r, nil
}
