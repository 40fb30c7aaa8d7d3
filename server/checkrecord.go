package server

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// mostRecorded bounds the body of an answer that is recorded, in bytes. Longer ones are whole lists.
const mostRecorded = 8 << 20

// Recording writes providers' answers into a folder, in the layout that package samples reads when FAREBOX_SHARED names
// the folder: the bodies below atlas/samples, and in replay a table that says which question each belongs to.
//
// It keeps no request headers, no cookies and no keys: a question that has a key anywhere but in a query parameter or
// a header is left out, and a key that an answer repeats is blotted out. Only the declared addresses of providers are
// recorded, because an address of the operator's own may have a key in it.
type Recording struct {
	dir     string
	hosts   map[string]string // declared hosts to the names of their providers
	paths   map[string]bool   // declared hosts with their paths
	secrets []string

	mu    sync.Mutex
	known map[string]bool
	lines []string
	errs  []error
}

// NewRecording makes a Recording for the folder dir, with the configuration's keys as its secrets.
func NewRecording(dir string, c Config) (*Recording, error) {
	providers, err := Providers()
	if err != nil {
		return nil, err
	}
	r := &Recording{
		dir:   dir,
		hosts: map[string]string{},
		paths: map[string]bool{},
		known: map[string]bool{},
	}
	if c.Contact != "" {
		r.secrets = append(r.secrets, c.Contact)
	}

	for _, p := range providers {
		for _, address := range append([]string{p.BaseURL}, values(p.Hosts)...) {
			r.declare(p.Name, address)
		}
		for _, k := range p.Keys {
			if value, set := c.lookup(k.Env); set && value != k.Default {
				r.secrets = append(r.secrets, value)
			}
		}
	}
	return r, nil
}

func (r *Recording) declare(provider, address string) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return
	}
	r.hosts[u.Host] = cmp.Or(r.hosts[u.Host], provider)
	r.paths[u.Host+strings.TrimSuffix(u.Path, "/")] = true
}

func values(m map[string]string) []string {
	list := make([]string, 0, len(m))
	for _, v := range m {
		list = append(list, v)
	}
	return list
}

// Wrap puts the recording around the transport that sends the requests; see [CheckOptions].
func (r *Recording) Wrap(next http.RoundTripper) http.RoundTripper {
	return recorder{
		Recording: r,
		next:      next,
	}
}

// Close writes the table, and says what could not be written.
func (r *Recording) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.Sort(r.lines)
	table := filepath.Join(r.dir, "replay", "manifest-01.tsv")
	text := "# host\tmethod\tpath\tconditions\tstatus\ttype\tanswer\n" + strings.Join(r.lines, "")
	return errors.Join(append(r.errs, writeFile(table, []byte(text)))...)
}

func writeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}

// recorder is the recording at work.
type recorder struct {
	*Recording
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (r recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	var body []byte
	if request.Body != nil && request.Body != http.NoBody {
		var err error
		body, err = io.ReadAll(request.Body)
		_ = request.Body.Close()
		if err != nil {
			return nil, err
		}
		request.Body = io.NopCloser(bytes.NewReader(body))
	}

	answer, err := r.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	question := firstOf(request)
	redirect := answer.StatusCode >= 300 && answer.StatusCode < 400
	if provider := r.hosts[question.URL.Host]; provider != "" && !redirect {
		answer.Body = &heard{
			ReadCloser: answer.Body,
			whole:      func(text []byte) { r.keep(provider, question, body, answer, text) },
		}
	}
	return answer, nil
}

// firstOf is the request that redirects have led to this one from.
func firstOf(request *http.Request) *http.Request {
	for request.Response != nil && request.Response.Request != nil {
		request = request.Response.Request
	}
	return request
}

// heard is a body on its way. Once it was read to its end, and is not too long, whole gets it.
type heard struct {
	io.ReadCloser
	text  bytes.Buffer
	whole func([]byte)
}

// Read implements io.Reader.
func (h *heard) Read(p []byte) (int, error) {
	n, err := h.ReadCloser.Read(p)
	if h.text.Len() <= mostRecorded {
		h.text.Write(p[:n])
	}
	if errors.Is(err, io.EOF) && h.whole != nil && h.text.Len() <= mostRecorded {
		h.whole(h.text.Bytes())
		h.whole = nil
	}
	return n, err
}

// keep writes one answer, and notes the line of its question.
func (r *Recording) keep(provider string, question *http.Request, asked []byte, answer *http.Response, text []byte) {
	if answer.Header.Get("Content-Encoding") == "gzip" {
		plain, err := gzip.NewReader(bytes.NewReader(text))
		if err != nil {
			return
		}
		if text, err = io.ReadAll(io.LimitReader(plain, mostRecorded)); err != nil {
			return
		}
	}
	mediaType, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if err != nil {
		mediaType = "application/octet-stream"
	}
	for _, secret := range r.secrets {
		text = bytes.ReplaceAll(text, []byte(secret), []byte("blotted"))
	}

	for _, e := range exchanges(question, asked, text) {
		if e.rpc && !r.paths[question.URL.Host+strings.TrimSuffix(e.path, "/")] {
			continue // the operator's own path, which may be a key
		}
		line := []string{
			question.URL.Host, e.method, e.pattern(), r.conditions(e),
			fmt.Sprint(answer.StatusCode), mediaType,
		}
		r.write(provider, line, e.answer)
	}
}

func (r *Recording) write(provider string, line []string, text []byte) {
	question := strings.Join(line, "\t")
	hash := sha256.Sum256([]byte(question))
	name := provider + "/" + hex.EncodeToString(hash[:6])
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[question] || r.secret(question) {
		return
	}
	r.known[question] = true
	r.lines = append(r.lines, question+"\t"+name+"\n")
	if err := writeFile(filepath.Join(r.dir, "atlas", "samples", filepath.FromSlash(name)), text); err != nil {
		r.errs = append(r.errs, err)
	}
}

func (r *Recording) secret(text string) bool {
	return slices.ContainsFunc(r.secrets, func(s string) bool {
		return strings.Contains(text, s) || strings.Contains(text, regexp.QuoteMeta(s))
	})
}

// exchange is a question as the table has it, with its answer: a request, or one call of a JSON-RPC request.
type exchange struct {
	method string
	rpc    bool
	path   string
	query  url.Values
	body   []byte
	answer []byte
}

func exchanges(question *http.Request, asked, text []byte) []exchange {
	if calls := rpcExchanges(question.URL.Path, asked, text); calls != nil {
		return calls
	}
	return []exchange{{
		method: question.Method,
		path:   question.URL.Path,
		query:  question.URL.Query(),
		body:   asked,
		answer: text,
	}}
}

// rpcExchanges are the calls of a JSON-RPC request that have answers, nil if it is not one.
func rpcExchanges(path string, asked, text []byte) []exchange {
	type call struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Method  string          `json:"method,omitempty"`
		Params  json.RawMessage `json:"params,omitempty"`
		Result  json.RawMessage `json:"result,omitempty"`
		Error   json.RawMessage `json:"error,omitempty"`
	}
	read := func(text []byte) []call {
		var several []call
		if json.Unmarshal(text, &several) == nil {
			return several
		}
		var one call
		if json.Unmarshal(text, &one) == nil && one.Version != "" {
			return []call{one}
		}
		return nil
	}

	var out []exchange
	answers := read(text)
	for _, c := range read(asked) {
		at := slices.IndexFunc(answers, func(a call) bool { return string(a.ID) == string(c.ID) })
		if c.Method == "" || at < 0 {
			continue
		}
		a := answers[at]
		a.ID = nil
		body, err := json.Marshal(a)
		if err != nil {
			continue
		}
		out = append(out, exchange{
			method: "RPC:" + c.Method,
			rpc:    true,
			path:   path,
			body:   c.Params,
			answer: body,
		})
	}
	return out
}

// pattern is that of the path.
func (e exchange) pattern() string {
	if e.path == "" || e.path == "/" {
		return "/?"
	}
	return regexp.QuoteMeta(e.path)
}

// conditions are those of the table: the query without keys, and the body.
func (r *Recording) conditions(e exchange) string {
	var all []string
	for name, list := range e.query {
		for _, value := range list {
			if !slices.Contains(r.secrets, value) {
				all = append(all, name+"="+literal(value))
			}
		}
	}
	slices.Sort(all)
	if len(e.body) > 0 {
		all = append(all, "body~^"+literal(string(e.body))+"$")
	}
	if len(all) == 0 {
		return "-"
	}
	return strings.Join(all, "&")
}

// literal is a pattern of a text that has none of the signs that part columns and conditions.
func literal(text string) string {
	return strings.NewReplacer("&", `\x26`, "\t", `\t`, "\n", `\n`, "\r", `\r`).Replace(regexp.QuoteMeta(text))
}
