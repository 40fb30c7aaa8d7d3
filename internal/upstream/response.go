package upstream

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html/charset"

	"github.com/farebox/farebox/internal/httpheader"
)

// Response is a provider's answer. Header and Body may be shared with other callers: read them only.
type Response struct {
	Status      int
	Header      http.Header // without Set-Cookie
	Body        []byte      // decompressed
	URL         string      // what was asked, without keys; may hold a caller's input
	FetchedAt   time.Time   // when the provider gave or last confirmed this answer
	Cached      bool        // it came from a cache
	Stale       bool        // its TTL is over, and the provider failed just now; or a cache gave it long after
	NotModified bool        // 304 to a Request with IfChanged; there is no body

	age      time.Duration // when it came; see [ageOf]
	doing    string
	provider string
	numbers  bool
}

// Validators are those to ask with next time; see Request.IfChanged.
func (r *Response) Validators() Validators {
	return Validators{ETag: r.Header.Get("ETag"), LastModified: r.Header.Get("Last-Modified")}
}

// JSON decodes the body into v, which fails as BadResponse.
func (r *Response) JSON(v any) error {
	dec := json.NewDecoder(bytes.NewReader(unmarked(r.Body)))
	if r.numbers {
		dec.UseNumber()
	}
	if err := dec.Decode(v); err != nil {
		return r.bad(fmt.Errorf("decoding JSON: %w", err))
	}
	if dec.More() {
		return r.bad(errors.New("something behind the JSON"))
	}
	contractOf(v).contract.tidy(reflect.ValueOf(v))
	return r.held(v)
}

// XML decodes the body into v, in whatever encoding it declares; a failure is BadResponse.
func (r *Response) XML(v any) error {
	if err := NewXMLDecoder(bytes.NewReader(r.Body)).Decode(v); err != nil {
		return r.bad(fmt.Errorf("decoding XML: %w", err))
	}
	return r.held(v)
}

// NewXMLDecoder reads XML in any encoding that the document declares, for large documents read element by element.
func NewXMLDecoder(src io.Reader) *xml.Decoder {
	dec := xml.NewDecoder(src)
	dec.CharsetReader = charset.NewReaderLabel
	return dec
}

// ageOf is how long the caches on the way had kept an answer, by their own word and by its date (RFC 9111, section
// 4.2.3). A price is as old as its answer, however late it comes.
func ageOf(h http.Header, now time.Time) time.Duration {
	seconds, _ := strconv.ParseFloat(h.Get("Age"), 64) // 0 without one
	age, _ := httpheader.Seconds(seconds, oldest)
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		age = max(age, min(now.Sub(date), oldest))
	}
	if age < clockSkew {
		return 0
	}
	return age
}

// outlived says whether a cache gave the answer although it is older than a day, its TTL and what its provider allows.
func (r *Response) outlived(ttl time.Duration) bool {
	if found := maxAge.FindStringSubmatch(r.Header.Get("Cache-Control")); found != nil {
		seconds, _ := strconv.ParseFloat(found[1], 64) // digits
		kept, _ := httpheader.Seconds(seconds, oldest)
		ttl = max(ttl, kept)
	}
	return r.age > max(ttl, staleAge) || strings.HasPrefix(r.Header.Get("Warning"), "110 ") // stale, says the cache
}

var maxAge = regexp.MustCompile(`max-?age=(\d+)`)

const (
	clockSkew = time.Minute
	staleAge  = 24 * time.Hour
	oldest    = 100 * 365 * 24 * time.Hour
)

func (r *Response) bad(cause error) error {
	return &Error{
		Kind:     BadResponse,
		Provider: r.provider,
		Doing:    r.doing,
		Cause:    cause,
	}
}

// JSON sends the request and decodes the answer into v, whose type is the answer's contract: see [Drift]. What does not
// keep it or is not JSON (a challenge page, say) is BadResponse, and is neither remembered nor counted as an answer.
//
// The request's own checks come after that, and its refusals before.
func (r *Request) JSON(ctx context.Context, v any) (*Response, error) {
	for i, refusal := range r.refusal {
		r.refusal[i] = r.unlessFailed(refusal)
	}
	contract := func(resp *Response) error { return r.keeps(resp, v) }
	resp, err := r.decode(ctx, contract, func(resp *Response) error { return resp.JSON(v) })
	if dated, ok := v.(Dated); ok && err == nil {
		err = r.c.judgeAge(ctx, dated.DataOf())
	}
	return resp, err
}

// Read is what [Request.JSON] decodes.
func Read[T any](ctx context.Context, r *Request) (*T, error) {
	v := new(T)
	if _, err := r.JSON(ctx, v); err != nil {
		return nil, err
	}
	return v, nil
}

// unlessFailed makes a NotFound of a refusal a BadResponse if the same answer, of HTTP 200, admits a failure. Where the
// failure itself says that there is no record, [Request.NoRecord] declares it.
func (r *Request) unlessFailed(refusal func(*Response) error) func(*Response) error {
	return func(resp *Response) error {
		err := refusal(resp)
		if resp.Status != http.StatusOK || KindOf(err) != NotFound || r.recordKind("", resp) == NotFound {
			return err
		}

		var failure *Drift
		_, failed := contractOf(&struct{}{}).check(unmarked(resp.Body), nil, resp.FetchedAt)
		if errors.As(failed, &failure) && failure.Member != "" {
			return BadResponse.Errorf("%w", failure)
		}
		return err
	}
}

// keeps holds an answer to the contract of the type that it is decoded into, and makes its body what is to be read.
func (r *Request) keeps(resp *Response, v any) error {
	body, err := contractOf(v).check(unmarked(resp.Body), r.named, resp.FetchedAt)
	if errors.Is(err, errNotJSON) {
		return resp.notJSON()
	}
	if err == nil {
		resp.Body = body
	}
	return err
}

// XML sends the request and decodes the answer into v; see JSON.
func (r *Request) XML(ctx context.Context, v any) (*Response, error) {
	return r.decode(ctx, isXML, func(resp *Response) error { return resp.XML(v) })
}

// decode puts the check of the form in front of the request's own, which may rely on it, and behind its refusals, which
// have another form.
func (r *Request) decode(ctx context.Context, form, into func(*Response) error) (*Response, error) {
	r.check = slices.Concat(r.refusal, []func(*Response) error{form}, r.check)
	resp, err := r.get(ctx)
	if err != nil {
		return nil, err
	}

	if err := into(resp); err != nil {
		r.c.forget(ctx, r)
		return nil, err
	}
	return resp, nil
}

// get sends the request. An answer that a cache gave long after is an error where nothing would say so.
func (r *Request) get(ctx context.Context) (*Response, error) {
	resp, err := r.c.do(ctx, r)
	if err != nil || !resp.outlived(r.ttl) || reading(ctx) {
		return resp, err
	}
	r.c.forget(ctx, r)
	return nil, &Error{
		Kind:     Outdated,
		Provider: resp.provider,
		Doing:    resp.doing,
		Cause:    fmt.Errorf("a cache gave an answer of %s", resp.FetchedAt.UTC().Format(time.RFC3339)),
	}
}

var errNotJSON = errors.New("not JSON")

func (r *Response) notJSON() error {
	return fmt.Errorf("%w but %s of %d bytes", errNotJSON, r.mediaType(), len(r.Body))
}

// unmarked is a body without the byte order mark that some servers put before JSON (RFC 8259, section 8.1, lets readers
// ignore it).
func unmarked(body []byte) []byte { return bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")) }

// isXML looks at the first element: HTML that happens to parse is not what was asked for.
func isXML(resp *Response) error {
	dec := NewXMLDecoder(bytes.NewReader(resp.Body))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return errors.New("no XML element in the answer")
		}
		if err != nil {
			return fmt.Errorf("not XML but %s of %d bytes", resp.mediaType(), len(resp.Body))
		}
		if el, ok := tok.(xml.StartElement); ok {
			if el.Name.Local == "html" {
				return errors.New("not XML but an HTML page")
			}
			return nil
		}
	}
}

// mediaType is the declared type, cut to what is safe to log.
func (r *Response) mediaType() string {
	t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || len(t) > 60 {
		return "an unknown type"
	}
	return t
}
