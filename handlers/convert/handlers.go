// Package convert answers POST /convert: text from one data or document format to another, for untrusted input.
// Every conversion is bounded in depth, work and output size.
package convert

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/convert"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/problem"
)

// Handlers answers the convert route. It has no dependencies and no state.
type Handlers struct{}

// New returns the handlers.
func New() *Handlers { return &Handlers{} }

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

const (
	maxInput  = 1 << 20  // bytes of data
	maxOutput = 10 << 20 // bytes of result
	maxDepth  = 200      // nesting of lists and objects
)

// pair is a supported conversion.
type pair struct {
	from, to string
	options  string // names of its options, separated by spaces
	convert  func(data string, opts options, out *output) error
}

const (
	jsonOptions = "minify sort_keys indent"
	csvInput    = " delimiter infer_types"
)

// pairs are the conversions in the order in which error messages list them.
func pairs() []pair {
	return []pair{
		{"json", "csv", "delimiter escape_formulas", jsonToCSV},
		{"csv", "json", jsonOptions + csvInput, csvToJSON},
		{"json", "yaml", "sort_keys", jsonToYAML},
		{"yaml", "json", jsonOptions, yamlToJSON},
		{"json", "json", jsonOptions, jsonToJSON},
		{"markdown", "html", "", markdownToHTML},
		{"html", "markdown", "", htmlToMarkdown},
		{"html", "text", "", htmlToText},
		{"text", "base64", "", textToBase64},
		{"base64", "text", "", base64ToText},
		{"text", "hex", "", textToHex},
		{"hex", "text", "", hexToText},
		{"toml", "json", jsonOptions, tomlToJSON},
	}
}

// Convert answers POST /convert.
func (h *Handlers) Convert(_ context.Context, req gen.ConvertRequestObject) (gen.ConvertResponseObject, error) {
	body := req.Body
	p, err := findPair(string(body.From), string(body.To))
	if err != nil {
		return nil, err
	}

	opts, err := readOptions(p, body.Options)
	if err != nil {
		return nil, err
	}
	if len(body.Data) > maxInput {
		return nil, problem.TooLarge("data", "data has %d bytes of UTF-8, and at most %d are converted", len(body.Data), maxInput)
	}
	if !utf8.ValidString(body.Data) {
		return nil, problem.Invalid("data", "data is not valid UTF-8")
	}

	var out output
	if err := p.convert(body.Data, opts, &out); err != nil {
		return nil, asProblem(p, err)
	}
	if out.over {
		return nil, problem.Unprocessable("data", problem.CodeResultTooLarge,
			"the result would have more than %d bytes", maxOutput)
	}

	return gen.Convert200JSONResponse{
		From: gen.ConvertResultFrom(p.from), To: gen.ConvertResultTo(p.to), Result: string(out.buf), Bytes: len(out.buf),
	}, nil
}

// errTooComplex is the error for input whose conversion would cost far more than usual for its size.
var errTooComplex = errors.New("too complex")

// asProblem is the answer to data that cannot be converted.
func asProblem(p pair, err error) error {
	var known *problem.Problem
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, errTooComplex):
		return problem.InvalidCode("data", problem.CodeTooComplex, "data as %s is %s", p.from, err)
	default:
		return problem.Invalid("data", "data is not valid %s: %s", p.from, shown(err.Error()))
	}
}

func findPair(from, to string) (pair, error) {
	supported := make([]string, 0, 13)
	for _, p := range pairs() {
		if p.from == from && p.to == to {
			return p, nil
		}
		supported = append(supported, p.from+">"+p.to)
	}
	return pair{}, problem.InvalidCode("to", problem.CodeUnsupportedConversion,
		"%s to %s is not supported; supported are %s",
		shown(from), shown(to), strings.Join(supported, ", ")).With("supported", supported)
}

// options are the options of a request with their defaults filled in.
type options struct {
	minify, sortKeys, inferTypes, escapeFormulas bool
	indent                                       int
	delimiter                                    rune
}

func readOptions(p pair, given *gen.ConvertOptions) (options, error) {
	opts := options{indent: 2, delimiter: ','}
	if given == nil {
		return opts, nil
	}

	for _, o := range []struct {
		name  string
		given bool
	}{
		{"minify", given.Minify != nil}, {"sort_keys", given.SortKeys != nil}, {"indent", given.Indent != nil},
		{"delimiter", given.Delimiter != nil}, {"infer_types", given.InferTypes != nil}, {"escape_formulas", given.EscapeFormulas != nil},
	} {
		if o.given && !strings.Contains(" "+p.options+" ", " "+o.name+" ") {
			return opts, problem.Invalid("options."+o.name, "%s is not an option of %s to %s", o.name, p.from, p.to)
		}
	}

	for target, value := range map[*bool]*bool{
		&opts.minify: given.Minify, &opts.sortKeys: given.SortKeys, &opts.inferTypes: given.InferTypes, &opts.escapeFormulas: given.EscapeFormulas,
	} {
		if value != nil {
			*target = *value
		}
	}

	if given.Indent != nil {
		opts.indent = *given.Indent
	}

	if given.Delimiter != nil {
		var err error
		if opts.delimiter, err = delimiterOf(*given.Delimiter); err != nil {
			return opts, problem.Invalid("options.delimiter", "%s", err)
		}
	}

	return opts, nil
}

func delimiterOf(s string) (rune, error) {
	if s == "tab" || s == `\t` {
		return '\t', nil
	}
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 || size != len(s) || r == utf8.RuneError {
		return 0, errors.New("delimiter must be one character, or tab")
	}
	if r == '"' || r == '\n' || r == '\r' || r == 0 || r == '\uFEFF' {
		return 0, errors.New("delimiter cannot be a quote, a line end, NUL or a byte order mark")
	}
	return r, nil
}

// output is a conversion's output. Beyond maxOutput it accepts nothing and sets over. Loops check over, so that no
// small input keeps the machine busy with a result that is discarded.
type output struct {
	buf  []byte
	over bool
}

func (o *output) put(s string) {
	if o.over || len(o.buf)+len(s) > maxOutput {
		o.over = true
		return
	}
	o.buf = append(o.buf, s...)
}

// space writes n blanks.
func (o *output) space(n int) {
	const blanks = "                                "
	for ; n > len(blanks); n -= len(blanks) {
		o.put(blanks)
	}
	o.put(blanks[:n])
}

// shown is a caller's text for quoting in an error.
func shown(s string) string { return clip.Shown(s, 200) }

// guard calls a library's parser and turns a panic into an error: untrusted input must not crash the request,
// whatever the library does.
func guard(parse func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the parser gave up: %v", r)
		}
	}()
	return parse()
}
