package upstream

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Request is one call being put together. Build it from a Client, end it with Do, JSON, XML or Download, and use it
// once. A mistake in the building surfaces as the Invalid error of that last call.
type Request struct {
	c        *Client
	method   string
	template string   // the path as written in the code: the only part of the URL that error texts show
	segments []string // those put into it
	path     string   // escaped
	host     string
	query    url.Values
	rawQuery string
	header   http.Header
	body     []byte
	err      error

	accept   []int
	noRecord []noRecord
	refusal  []func(*Response) error
	check    []func(*Response) error
	safe     bool
	noCache  bool
	ttl      time.Duration
	timeout  time.Duration
	maxBytes int64
	key      string
	numbers  bool
	since    Validators
	sink     func(*http.Response) error
}

// Validators are what a provider gave to recognise an unchanged answer by (RFC 9110, section 8.8).
type Validators struct {
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
}

// Get starts a GET of path, which is put after the provider's address. Each {} in it is replaced by the next argument,
// escaped as one path segment; an empty argument, "." or ".." is refused, since it would name another resource.
func (c *Client) Get(path string, segments ...string) *Request {
	return c.request(http.MethodGet, path, segments)
}

// Post starts a POST; see Get for the path. It is not repeated and not cached unless declared Safe.
func (c *Client) Post(path string, segments ...string) *Request {
	return c.request(http.MethodPost, path, segments)
}

// Head starts a HEAD; see Get for the path.
func (c *Client) Head(path string, segments ...string) *Request {
	return c.request(http.MethodHead, path, segments)
}

// Follow starts a GET of a link that the provider gave, such as the next page. The link has to lead to one of the
// provider's own addresses, and is taken without any key in it.
func (c *Client) Follow(link string) *Request {
	r := c.request(http.MethodGet, "", nil)
	r.template = "(link)"
	for _, host := range append([]string{""}, c.provider.hostNames()...) {
		effective := c.bases[host]
		if effective == nil {
			continue
		}
		for _, base := range []string{effective.String(), c.addresses()[host]} {
			rest, found := strings.CutPrefix(link, strings.TrimRight(base, "/"))
			if !found || base == "" || (rest != "" && !strings.ContainsAny(rest[:1], "/?")) {
				continue
			}
			path, rawQuery, _ := strings.Cut(rest, "?")
			r.host = host
			r.path = path
			r.rawQuery = c.withoutKeys(rawQuery)
			return r
		}
	}

	return r.fail("link leads to another host")
}

func (c *Client) request(method, path string, segments []string) *Request {
	p := c.provider
	r := &Request{
		c: c, method: method, template: path, segments: segments, query: url.Values{}, header: http.Header{},
		ttl: p.TTL, timeout: c.pool.Within(p.Timeout), maxBytes: p.MaxBytes, safe: method != http.MethodPost,
	}

	for k, v := range p.Headers {
		r.header.Set(k, v)
	}
	if path != "" && !strings.HasPrefix(path, "/") {
		return r.fail("path does not start with a slash")
	}

	parts := strings.Split(path, "{}")
	if len(parts) != len(segments)+1 {
		return r.fail(fmt.Sprintf("path has %d places for %d segments", len(parts)-1, len(segments)))
	}

	var b strings.Builder
	for i, s := range segments {
		if s == "" || s == "." || s == ".." {
			return r.fail("empty or dot path segment")
		}
		b.WriteString(parts[i] + url.PathEscape(s))
	}

	r.path = b.String() + parts[len(segments)]
	return r
}

func (r *Request) fail(why string) *Request {
	if r.err == nil {
		r.err = &Error{
			Kind:     Invalid,
			Provider: r.c.provider.Name,
			Doing:    r.doing(),
			Cause:    errors.New(why),
		}
	}
	return r
}

func (r *Request) doing() string { return r.method + " " + r.template }

// On sends the request to another of the provider's declared Hosts.
func (r *Request) On(host string) *Request {
	if _, ok := r.c.provider.Hosts[host]; !ok {
		return r.fail("no declared host " + host)
	}
	r.host = host
	return r
}

// Query adds a query parameter, name and value escaped. The value is [Typed].
func (r *Request) Query(name, value string) *Request {
	r.query.Add(name, Typed(value))
	return r
}

// Typed is text with the apostrophe, the hyphen and the space of a keyboard. Word processors and language models write
// others, and most searches take these for letters, for ends of words or for nothing: Moody’s is not found.
func Typed(text string) string { return typed.Replace(text) }

var typed = strings.NewReplacer("’", "'", "‘", "'", "ʼ", "'", "\u2010", "-", "\u2011", "-", "\u00a0", " ", "\u202f", " ")

// SearchWords are the words of a text that is searched for: letters and digits, with these signs within them.
func SearchWords(text, signs string) []string {
	words := strings.FieldsFunc(Typed(text), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.Nd) && !strings.ContainsRune(signs, r)
	})
	for i, word := range words {
		words[i] = strings.Trim(word, signs)
	}
	return slices.DeleteFunc(words, func(word string) bool { return word == "" })
}

// QueryValues adds several query parameters.
func (r *Request) QueryValues(values url.Values) *Request {
	for name, list := range values {
		for _, v := range list {
			r.query.Add(name, v)
		}
	}
	return r
}

// RawQuery adds a part of the query that is escaped already, for providers whose syntax escaping would break.
func (r *Request) RawQuery(raw string) *Request {
	if r.rawQuery != "" {
		raw = r.rawQuery + "&" + raw
	}
	r.rawQuery = raw
	return r
}

// Header sets a request header.
func (r *Request) Header(name, value string) *Request {
	r.header.Set(name, value)
	return r
}

// Form sends the values as a form.
func (r *Request) Form(values url.Values) *Request {
	return r.Body("application/x-www-form-urlencoded", []byte(values.Encode()))
}

// JSONBody sends v as JSON, without escaping <, > and &.
func (r *Request) JSONBody(v any) *Request {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return r.fail("body cannot be written as JSON")
	}
	return r.Body("application/json", bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// Body sends body as it is.
func (r *Request) Body(contentType string, body []byte) *Request {
	if r.method != http.MethodPost {
		return r.fail("body on a " + r.method)
	}
	r.header.Set("Content-Type", contentType)
	r.body = body
	return r
}

// Safe declares a POST to be a read: it may be repeated after a failure, shared with identical calls and cached.
func (r *Request) Safe() *Request {
	r.safe = true
	return r
}

// AcceptStatus makes these statuses answers rather than errors, for providers that say something by them. Such an
// answer is remembered as shortly as a NotFound.
func (r *Request) AcceptStatus(status ...int) *Request {
	r.accept = append(r.accept, status...)
	return r
}

// NoRecord declares how the provider says that it has no such record: by an answer of this status, 404 as a rule, of
// which says is true. That answer is NotFound, and it alone: a 404 or 410 of other looks is a page that has moved, or a
// maintenance notice, and BadResponse. An HTML page is never the word of an API, whatever says finds in it.
func (r *Request) NoRecord(status int, says func(*Response) bool) *Request {
	r.noRecord = append(r.noRecord, noRecord{status: status, says: says})
	return r
}

// Refusal reads a failure out of an answer that has another form than what was asked for, such as an error code inside
// HTTP 200. It runs before the answer is checked against its contract (see [Drift]), and returns nil or Kind.Errorf.
func (r *Request) Refusal(read func(*Response) error) *Request {
	r.refusal = append(r.refusal, read)
	return r
}

// Check reads a failure out of an answer before it is remembered: an error code inside HTTP 200, a block page. It
// returns Kind.Errorf; RateLimited and Unavailable are tried again like their HTTP forms.
func (r *Request) Check(check func(*Response) error) *Request {
	r.check = append(r.check, check)
	return r
}

// TTL overrides the provider's TTL; 0 keeps nothing.
func (r *Request) TTL(ttl time.Duration) *Request {
	r.ttl = ttl
	return r
}

// NoCache goes out even if an answer is remembered, shares no other's request, and remembers nothing.
func (r *Request) NoCache() *Request {
	r.noCache = true
	return r
}

// CacheKey names the answer in the cache, within the provider, in place of method, address and body: for requests that
// carry something which does not change the answer.
func (r *Request) CacheKey(key string) *Request {
	r.key = key
	return r
}

// Timeout overrides the provider's Timeout.
func (r *Request) Timeout(d time.Duration) *Request {
	r.timeout = r.c.pool.Within(d)
	return r
}

// MaxBytes overrides the provider's MaxBytes.
func (r *Request) MaxBytes(n int64) *Request {
	r.maxBytes = n
	return r
}

// UseNumber makes JSON decode numbers into json.Number where the target is an any, keeping all digits.
func (r *Request) UseNumber() *Request {
	r.numbers = true
	return r
}

// IfChanged asks for the answer only if it is not the one these validators came with; otherwise the Response has
// NotModified set. For callers that keep the answer themselves: the cache does this by itself.
func (r *Request) IfChanged(v Validators) *Request {
	r.since = v
	r.noCache = true
	return r
}

// Do sends the request and returns the answer, of a 2xx or an accepted status.
func (r *Request) Do(ctx context.Context) (*Response, error) {
	r.check = slices.Concat(r.refusal, r.check)
	return r.get(ctx)
}

// url is the address without any key: for the cache, and to be shown.
func (r *Request) url() string {
	s := r.c.bases[r.host].String() + r.path
	if q := r.queryString(); q != "" {
		s += "?" + q
	}
	return s
}

func (r *Request) queryString() string {
	q := r.query.Encode()
	if q != "" && r.rawQuery != "" {
		return q + "&" + r.rawQuery
	}
	return q + r.rawQuery
}

// cacheKey tells answers apart by all that may change them. Keys of ours are not part of it: they change who asks.
func (r *Request) cacheKey() string {
	if r.key != "" {
		return r.c.provider.Name + ":" + r.key
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", r.method, r.url())
	names := slices.Sorted(maps.Keys(r.header))
	for _, name := range names {
		fmt.Fprintf(h, "%s:%q\n", name, r.header[name])
	}
	fmt.Fprintf(h, "%v\n", r.accept)
	h.Write(r.body)
	return r.c.provider.Name + ":" + hex.EncodeToString(h.Sum(nil))
}
