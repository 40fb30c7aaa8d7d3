package samples

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Replay is the internet as it was recorded: the folder replay beside the repository has tables that say which recorded
// answer belongs to which question. A question without a line in any table is answered 404.
func Replay(tb testing.TB) http.RoundTripper {
	tb.Helper()

	r := &replay{samples: Path(tb, ".")}
	for _, path := range replayed(tb, "manifest-*.tsv") {
		if err := r.read(path); err != nil {
			tb.Fatalf("%s: %v", filepath.Base(path), err)
		}
	}
	return r
}

// Calls are the calls of our routes that the recorded answers were collected for, as path and query.
func Calls(tb testing.TB) []string {
	tb.Helper()

	var calls []string
	for _, path := range replayed(tb, "cases-*.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		for _, quoted := range callInTable.FindAllSubmatch(text, -1) {
			if call := string(quoted[1]); !slices.Contains(calls, call) {
				calls = append(calls, call)
			}
		}
	}
	return calls
}

// callInTable is a call in the third column of a table.
var callInTable = regexp.MustCompile("(?m)^\\|[^|]*\\|[^|]*\\| *(?:[A-Z_]+=\\w+,? )*`(/[^`\\s]*)`")

func replayed(tb testing.TB, pattern string) []string {
	tb.Helper()

	files, err := filepath.Glob(filepath.Join(shared(tb), "replay", pattern))
	if err != nil {
		tb.Fatal(err)
	}
	if len(files) == 0 {
		tb.Skip("no tables of recorded answers here; FAREBOX_SHARED names the folder that has them in replay/")
	}
	slices.Sort(files)
	return files
}

type replay struct {
	samples string // folder
	lines   []line
}

// line says which answer a question gets. Its method is "RPC:name" for a call by JSON-RPC.
type line struct {
	host       string // "*" for all
	method     string
	path       *regexp.Regexp
	conditions []condition
	status     int
	mediaType  string
	sample     string // a file, "-" for an empty body, or "=" and the body
}

// condition is of a kind of query, absent, header or body.
type condition struct {
	kind  string
	name  string
	value *regexp.Regexp
}

const columns = 7

func (p *replay) read(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()

	rows := bufio.NewScanner(file)
	for rows.Scan() {
		if rows.Text() == "" || strings.HasPrefix(rows.Text(), "#") {
			continue
		}
		l, err := parseLine(strings.Split(rows.Text(), "\t"))
		if err != nil {
			return fmt.Errorf("%s: %w", rows.Text(), err)
		}
		p.lines = append(p.lines, l)
	}
	return rows.Err()
}

func parseLine(column []string) (line, error) {
	if len(column) != columns {
		return line{}, fmt.Errorf("%d columns, want %d", len(column), columns)
	}
	path, err := whole(column[2])
	if err != nil {
		return line{}, err
	}
	status, err := strconv.Atoi(column[4])
	if err != nil {
		return line{}, err
	}

	l := line{
		host:      column[0],
		method:    column[1],
		path:      path,
		status:    status,
		mediaType: column[5],
		sample:    column[6],
	}
	for text := range strings.SplitSeq(column[3], "&") {
		if text == "" || text == "-" {
			continue
		}
		c, err := parseCondition(text)
		if err != nil {
			return line{}, err
		}
		l.conditions = append(l.conditions, c)
	}
	return l, nil
}

// whole is a pattern of all of a text.
func whole(pattern string) (*regexp.Regexp, error) { return regexp.Compile("^(?:" + pattern + ")$") }

func parseCondition(text string) (c condition, err error) {
	if name, ok := strings.CutPrefix(text, "!"); ok {
		return condition{
			kind: "absent",
			name: name,
		}, nil
	}
	if pattern, ok := strings.CutPrefix(text, "body~"); ok {
		c.kind = "body"
		c.value, err = regexp.Compile(pattern)
		return c, err
	}

	c.kind = "query"
	if rest, ok := strings.CutPrefix(text, "Header:"); ok {
		c.kind = "header"
		text = rest
	}
	name, pattern, _ := strings.Cut(text, "=")
	c.name = name
	c.value, err = whole(pattern)
	return c, err
}

// RoundTrip implements http.RoundTripper.
func (p *replay) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	var body []byte
	if r.Body != nil {
		var err error
		body, err = io.ReadAll(r.Body)
		_ = r.Body.Close()
		if err != nil {
			return nil, err
		}
	}
	if calls, batch := rpcCalls(body); len(calls) > 0 {
		return p.answerCalls(r, calls, batch)
	}

	l := p.find(r, r.Method, body)
	if l == nil {
		return response(r, http.StatusNotFound, "application/json", []byte(`{"replay":"no recorded answer"}`)), nil
	}
	answer, err := p.body(l.sample)
	if err != nil {
		return nil, err
	}
	return response(r, l.status, l.mediaType, answer), nil
}

func response(r *http.Request, status int, mediaType string, body []byte) *http.Response {
	return &http.Response{
		Status:        fmt.Sprintf("%d %s", status, http.StatusText(status)),
		StatusCode:    status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        http.Header{"Content-Type": {mediaType}},
		Body:          io.NopCloser(bytes.NewReader(body)),
		ContentLength: int64(len(body)),
		Request:       r,
	}
}

func (p *replay) find(r *http.Request, method string, body []byte) *line {
	for i := range p.lines {
		l := &p.lines[i]
		asked := (l.host == r.URL.Host || l.host == "*") && l.method == method && l.path.MatchString(r.URL.Path)
		if asked && l.holds(r, body) {
			return l
		}
	}
	return nil
}

// holds says whether the question meets all conditions.
func (l *line) holds(r *http.Request, body []byte) bool {
	query := r.URL.Query()
	for _, c := range l.conditions {
		ok := false
		switch c.kind {
		case "absent":
			ok = !query.Has(c.name)
		case "query":
			ok = slices.ContainsFunc(query[c.name], c.value.MatchString)
		case "header":
			ok = c.value.MatchString(r.Header.Get(c.name))
		case "body":
			ok = c.value.Match(body)
		}

		if !ok {
			return false
		}
	}
	return true
}

func (p *replay) body(sample string) ([]byte, error) {
	if text, ok := strings.CutPrefix(sample, "="); ok {
		return []byte(text), nil
	}
	if sample == "-" {
		return nil, nil
	}
	return os.ReadFile(filepath.Join(p.samples, filepath.FromSlash(sample)))
}

type rpcCall struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// rpcCalls are the JSON-RPC calls in a body, and whether they came as a batch; none when it is something else.
func rpcCalls(body []byte) (calls []rpcCall, batch bool) {
	if !bytes.Contains(body, []byte(`"jsonrpc"`)) {
		return nil, false
	}
	if json.Unmarshal(body, &calls) == nil {
		return calls, true
	}
	var one rpcCall
	if json.Unmarshal(body, &one) != nil || one.Method == "" {
		return nil, false
	}
	return []rpcCall{one}, false
}

// answerCalls gives each call the recorded answer with its own number, or an error.
func (p *replay) answerCalls(r *http.Request, calls []rpcCall, batch bool) (*http.Response, error) {
	answers := make([]map[string]json.RawMessage, len(calls))
	for i, call := range calls {
		answer := map[string]json.RawMessage{"error": json.RawMessage(`{"code":-32601,"message":"no recorded answer"}`)}
		if l := p.find(r, "RPC:"+call.Method, call.Params); l != nil {
			text, err := p.body(l.sample)
			if err != nil {
				return nil, err
			}
			clear(answer)
			if err := json.Unmarshal(text, &answer); err != nil {
				return nil, err
			}
		}
		answer["jsonrpc"] = json.RawMessage(`"2.0"`)
		answer["id"] = call.ID
		answers[i] = answer
	}

	var text []byte
	var err error
	if batch {
		text, err = json.Marshal(answers)
	} else {
		text, err = json.Marshal(answers[0])
	}
	if err != nil {
		return nil, err
	}
	return response(r, http.StatusOK, "application/json", text), nil
}
