package upstream

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// A provider's answer has a contract: the Go type that it is decoded into. Every member of a struct must be there
// unless its tag says omitempty (or omitzero), which declares it optional; the adapter's comment says what shows that
// it may be absent. A member must not be null unless it is optional, a pointer or an any, or has the tag
// contract:"nullable", for providers that write every member and null for what is not known. Where null is the
// provider's word for "there is none", as its recordings or documents show, the tag is contract:"none". What its
// value can be has words too; see [bounds]. Objects, lists, texts, numbers and booleans must be what the type says.
// Whatever breaks this is BadResponse with a [Drift] that names the member, so that nothing that a provider did not
// say is taken for a zero.
//
// A type that reads itself (json.Unmarshaler, such as decimal.Decimal) must be present, and pass its own checks. A text
// type with [Words] holds one of them.
//
// The check runs once, before an answer is remembered, on the bytes: what was decoded no longer tells an absent member
// from a zero.

// Words is a closed set of words. A text type that has it takes no others.
type Words interface{ Words() []string }

// Drift is a member of an answer that is not what its contract says.
type Drift struct {
	Member   string // "results[].openfda.product_ndc"; "" is the whole answer
	Expected string // "a list"
	Got      string // "nothing", "null", "an object"
}

// Drifted is the error of a member that is not what was expected of it.
func Drifted(member, expected, got string) *Drift { return &Drift{member, expected, got} }

// Error names the member, what was expected of it and what came.
func (d *Drift) Error() string {
	member := cmp.Or(d.Member, "the answer")
	return fmt.Sprintf("%s is %s instead of %s", member, d.Got, d.Expected)
}

type form uint8

const (
	formAny form = iota // whatever reads itself
	formObject
	formMap
	formList
	formText
	formNumber
	formBool
)

var formNames = map[form]string{
	formAny:    "a value",
	formObject: "an object",
	formMap:    "an object",
	formList:   "a list",
	formText:   "a text",
	formNumber: "a number",
	formBool:   "true or false",
}

// contract is what one type asks of the JSON that it is decoded from.
type contract struct {
	form    form
	words   []string // of a text: those it may be
	element member   // of a list or a map
	members map[string]*member
	ordered []*member
	keys    []keyField // of an object: what tells it from others in a list; see [keyWord]
	lists   []*member  // those that are counted; see [countedTag]
	order   *member    // by which its rows are sorted; see [orders]
	tidied  bool       // it or something in it has a key
	own     *contract  // see [ownOf]
}

// place is where a value stands: in a list, under a name or alone. Null is up to the place, not to the type.
type place struct {
	contract *contract
	nullable bool
}

type member struct {
	place
	name   string
	index  []int // of the field
	at     int   // its place among the members
	needed bool
	asked  []string // what of the request it repeats; see [askedTag]
	bound  string   // the word for what it can be; see [bounds]
	worded bool     // its tag has that word
	order  int      // of the rows that it is in; see [orders]

	spared  reflect.Type // of a row; see [Spared]
	none    bool         // null says that there is none, and no other word does
	said    bool         // a text that is not empty; see [saidWord]
	only    string       // the one value that it may have; see [onlyTag]
	counted string       // the way to what counts its rows
	count   *member      // which that is
	counts  bool         // it counts a list
	clears  bool         // an impossible value counts as missing
	key     bool         // it tells rows apart; see [keyWord]
}

// contracts are kept by type, as encoding/json keeps its own: they depend on nothing else.
var contracts sync.Map // reflect.Type -> place

// contractOf reads the contract off the type of v, which is a pointer to what is decoded into.
func contractOf(v any) place {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer {
		return place{contract: &contract{}, nullable: true}
	}
	if known, ok := contracts.Load(t); ok {
		return known.(place)
	}

	made := compile(t.Elem(), map[reflect.Type]*contract{})
	contracts.Store(t, made)
	return made
}

var (
	jsonReader = reflect.TypeFor[json.Unmarshaler]()
	textReader = reflect.TypeFor[encoding.TextUnmarshaler]()
	wordsType  = reflect.TypeFor[Words]()
	jsonNumber = reflect.TypeFor[json.Number]()
	rawMessage = reflect.TypeFor[json.RawMessage]()
)

// compile reads the contract of a value of type t. Those of the types under way are in known, so that a type may hold
// itself.
func compile(t reflect.Type, known map[reflect.Type]*contract) place {
	nullable := t.Kind() == reflect.Interface || t == rawMessage
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
		nullable = true
	}

	c := known[t]
	if c == nil {
		c = &contract{}
		known[t] = c
		c.read(t, known)
	}
	return place{contract: c, nullable: nullable}
}

func (c *contract) read(t reflect.Type, known map[reflect.Type]*contract) {
	pointer := reflect.PointerTo(t)
	switch {
	case t == jsonNumber:
		return
	case pointer.Implements(jsonReader):
		c.own = ownOf(t, known)
		return
	case pointer.Implements(textReader):
		c.form = formText
		return
	}

	switch t.Kind() {
	case reflect.Struct:
		c.form = formObject
		c.members = map[string]*member{}
		c.addFields(t, nil, known)
		c.resolveCounts()
	case reflect.Map:
		c.form = formMap
		c.addElement(t, known)
	case reflect.Slice, reflect.Array:
		c.form = formList
		if t.Elem().Kind() == reflect.Uint8 {
			c.form = formText
			return
		}
		c.addElement(t, known)
	case reflect.String:
		c.form = formText
		if t.Implements(wordsType) {
			c.words = reflect.Zero(t).Interface().(Words).Words()
		}
	case reflect.Bool:
		c.form = formBool
	case reflect.Interface:
	default:
		c.form = formNumber
	}
}

// addElement adds what a list or a map has. An impossible one is nothing where its type can show that: a table by
// columns must not lose a row, nor a list all that is possible.
func (c *contract) addElement(t reflect.Type, known map[reflect.Type]*contract) {
	c.element = member{
		place:  compile(t.Elem(), known),
		bound:  boundOf(t.Elem()),
		clears: canShowNothing(t.Elem()),
		spared: sparedOf(t.Elem()),
	}
	c.tidied = c.element.contract.tidied
}

// addFields adds the members of a struct at a place in the whole, those of embedded ones too, as encoding/json names
// them.
func (c *contract) addFields(t reflect.Type, within []int, known map[reflect.Type]*contract) {
	for field := range t.Fields() {
		tag, tagged := field.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case tag == "-":
			continue
		case field.Anonymous && name == "" && structOf(field.Type) != nil:
			c.addFields(structOf(field.Type), append(slices.Clip(within), field.Index...), known)
			continue
		case !field.IsExported():
			continue
		case !tagged || name == "":
			name = field.Name
		}

		list := strings.Split(options, ",")
		m := &member{
			place: compile(field.Type, known),
			name:  name,
			index: append(slices.Clip(within), field.Index...),
			at:    len(c.ordered),
			asked: strings.Fields(field.Tag.Get(askedTag)),

			counted: field.Tag.Get(countedTag),
			only:    field.Tag.Get(onlyTag),
			bound:   boundOf(field.Type),
			needed:  !slices.Contains(list, "omitempty") && !slices.Contains(list, "omitzero"),
		}
		words := strings.Fields(field.Tag.Get("contract"))
		for _, word := range words {
			switch _, bounds := bounds[word]; {
			case bounds:
				m.bound = word
				m.worded = true
			case word == signed:
				m.bound = ""
			case word == saidWord:
				m.said = true
			case orders[word] != 0:
				m.order = orders[word]
				c.order = m
			case word == keyWord:
				c.addKey(m)
			default: // nullable, none
				m.nullable = true
				m.none = word == "none"
			}
		}
		if slices.Contains(list, "string") { // encoding/json reads the value out of a text
			m.contract = &contract{}
		}
		if (m.worded || slices.Contains(words, signed)) && m.contract.element.bound != "" {
			own := *m.contract // the word is about all elements
			own.element.bound = ""
			m.contract = &own
		}
		c.ordered = append(c.ordered, m)
		m.clears = m.bound != "" && (m.nullable || !m.needed) && canShowNothing(field.Type) &&
			!m.none
		c.tidied = c.tidied || c.keys != nil || m.contract.tidied
		c.members[name] = m
	}
}

// addKey adds a member that tells rows apart, by the way to what does it.
func (c *contract) addKey(m *member) {
	m.key = true
	if m.contract.keys == nil {
		c.keys = append(c.keys, keyField{m.index, m.needed && m.contract.form == formNumber})
	}
	for _, k := range m.contract.keys {
		c.keys = append(c.keys, keyField{append(slices.Clip(m.index), k.index...), k.zero})
	}
}

func structOf(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(jsonReader) {
		return nil
	}
	return t
}

// check holds body to the contract; named is what the request named, nil for a file, and now is when it is read. It
// returns the body as it is to be read: see [edit]. Its error is a *Drift, or errNotJSON.
func (p place) check(body []byte, named func(string) []string, now time.Time) ([]byte, error) {
	body, _, err := p.walk(body, named, now)
	return body, err
}

// walk is check that says how many rows are left out.
func (p place) walk(body []byte, named func(string) []string, now time.Time) (read []byte, odd int, err error) {
	if see := seen.Load(); see != nil {
		(*see)(body, Reader{p.contract})
	}
	if p.contract.form == formAny {
		if !json.Valid(body) {
			return nil, 0, errNotJSON
		}
		return body, 0, nil
	}

	r := reader{
		text:  body,
		named: named,
		now:   now,
	}
	if err := r.value(p); err != nil {
		return nil, 0, err
	}
	r.blanks()
	if r.at != len(r.text) {
		return nil, 0, errNotJSON
	}
	return r.edited(), r.odd, nil
}

// edit is a value that is read as another one: null in place of an impossible one, a text without the blanks around it.
type edit struct {
	began, ended int
	value        string
}

func (r *reader) edit(began, ended int, value string) {
	r.edits = append(r.edits, edit{began, ended, value})
}

func (r *reader) edited() []byte {
	if len(r.edits) == 0 {
		return r.text
	}
	slices.SortFunc(r.edits, func(a, b edit) int { return cmp.Compare(a.began, b.began) })
	var out []byte
	at := 0
	for _, e := range r.edits {
		out = append(append(out, r.text[at:e.began]...), e.value...)
		at = e.ended
	}
	return append(out, r.text[at:]...)
}

// reader walks over JSON. What a contract does not ask about is passed over by its brackets and quotes alone: decoding,
// which comes next, finds what is wrong there.
type reader struct {
	text   []byte
	at     int
	path   []string
	named  func(string) []string
	now    time.Time
	rows   int              // of the list that was read last
	copies int              // of rows of that list
	odd    int              // rows of all lists that are left out; see [Spared]
	noted  map[*member]note // see [reader.note]

	before map[*member]string // what the row before had; see [reader.inOrder]
	edits  []edit
}

func (r *reader) drift(expected, got string) error {
	return Drifted(strings.TrimPrefix(strings.Join(r.path, ""), "."), expected, got)
}

func (r *reader) blanks() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// next is the byte that the next value or sign begins with, 0 at the end.
func (r *reader) next() byte {
	r.blanks()
	if r.at == len(r.text) {
		return 0
	}
	return r.text[r.at]
}

// value walks over one value and holds it to its contract.
func (r *reader) value(p place) error {
	c := p.contract
	first := r.next()
	got := formOf(first)
	switch {
	case first == 0, got == formNumber && first != '-' && first != 'n' && (first < '0' || first > '9'):
		return errNotJSON
	case first == 'n':
		if !p.nullable {
			return r.drift(formNames[c.form], "null")
		}
		return r.skip()
	case got == formNumber && (c.form == formAny || c.form == formNumber):
		return r.number()
	case c.form == formAny:
		begin := r.at
		if err := r.skip(); err != nil || utf8.Valid(r.text[begin:r.at]) {
			return err
		}
		return r.drift("a value", "no UTF-8")
	case got != c.form && (got != formObject || c.form != formMap):
		return r.drift(formNames[c.form], formNames[got])
	}

	switch c.form {
	case formObject:
		return r.object(c)
	case formMap:
		return r.entries(&c.element)
	case formList:
		return r.list(&c.element)
	case formText:
		return r.word(c.words)
	}
	return r.skip()
}

// number walks over a number, which has to be one of some thing: the largest are of 256 bits.
func (r *reader) number() error {
	begin := r.at
	if err := r.skip(); err != nil {
		return err
	}
	digits, exponent, _ := bytes.Cut(bytes.ToLower(r.text[begin:r.at]), []byte("e"))
	power, err := strconv.Atoi(cmp.Or(string(exponent), "0"))
	if err != nil || power > mostDigits || len(digits) > mostDigits {
		return r.drift("a number", "one of no real size")
	}
	return nil
}

const mostDigits = 80

func formOf(first byte) form {
	switch first {
	case '{':
		return formObject
	case '[':
		return formList
	case '"':
		return formText
	case 't', 'f':
		return formBool
	}
	return formNumber
}

// object walks over an object and sees that all required members are there, and none twice, of which decoding would
// take the last. A null of a required member is reported; the null of an optional one is ignored.
func (r *reader) object(c *contract) error {
	var few [4]uint64
	seen := few[:]
	if need := (len(c.ordered) + 63) / 64; need > len(few) {
		seen = make([]uint64, need)
	}

	err := r.pairs(func(key []byte) error {
		m := c.member(key)
		if m == nil {
			return r.unread(key)
		}
		r.path = append(r.path, ".", m.name)
		defer func() { r.path = r.path[:len(r.path)-2] }()
		if seen[m.at/64]&(1<<(m.at%64)) != 0 {
			return r.drift("one value", "there twice")
		}
		seen[m.at/64] |= 1 << (m.at % 64)
		if r.next() == 'n' && !m.needed {
			return r.skip()
		}
		begin := r.at
		if err := r.within(m); err != nil {
			return err
		}
		if err := r.inOrder(m, r.text[begin:r.at]); err != nil {
			return err
		}
		if m.count != nil || m.counts {
			r.note(m, begin)
		}
		return r.repeats(m, r.text[begin:r.at])
	})
	if err != nil {
		return err
	}

	for _, m := range c.ordered {
		if m.needed && seen[m.at/64]&(1<<(m.at%64)) == 0 {
			r.path = append(r.path, ".", m.name)
			return r.drift(formNames[m.contract.form], "nothing")
		}
	}
	return r.tallies(c)
}

// admissions are members by which an answer of HTTP 200 says that it failed, and how their values begin then. Its rows
// can look whole, as those of a search that ran out of time do.
var admissions = map[string][]string{
	"error":              {`"`, "{", "[", "t"},
	"errors":             {`"`, "{", "[", "t"},
	"fault":              {`"`, "{"},
	"incomplete_results": {"t"},
	"ok":                 {"f"},
	"partial":            {"t"},
	"status":             {`"err`, `"fail`},
	"success":            {"f"},
	"timed_out":          {"t"},
}

const firstBytes = 40 // of a value tell whether it is empty

// unread passes over a member that the contract does not have. At the top of an answer it must not say that the answer
// failed: an adapter that reads such words itself declares them.
func (r *reader) unread(key []byte) error {
	r.blanks()
	begin := r.at
	if err := r.skip(); err != nil || len(r.path) > 0 {
		return err
	}

	value := strings.ToLower(string(r.text[begin:min(r.at, begin+firstBytes)]))
	for _, began := range admissions[strings.ToLower(string(key))] {
		if strings.HasPrefix(value, began) && strings.Trim(value, "\"[]{} \t\r\n") != "" {
			r.path = append(r.path, ".", string(key))
			return r.drift("no failure", "one")
		}
	}
	return nil
}

// member is the one that encoding/json would read a key into: letters of either case, if there is none in its own.
func (c *contract) member(key []byte) *member {
	if m := c.members[string(key)]; m != nil {
		return m
	}
	for name, m := range c.members {
		if len(name) == len(key) && strings.EqualFold(name, string(key)) {
			return m
		}
	}
	return nil
}

func (r *reader) entries(element *member) error {
	seen := map[string]bool{}
	return r.pairs(func(key []byte) error {
		r.path = append(r.path, ".", "*")
		defer func() { r.path = r.path[:len(r.path)-2] }()
		if seen[string(key)] {
			return r.drift("one value", "there twice")
		}
		seen[string(key)] = true
		return r.within(element)
	})
}

// pairs calls each for every member of an object, with the reader before its value.
func (r *reader) pairs(each func(key []byte) error) error {
	r.at++
	if r.next() == '}' {
		r.at++
		return nil
	}

	for {
		if r.next() != '"' {
			return errNotJSON
		}
		key, err := r.quoted()
		if err != nil {
			return err
		}
		if r.next() != ':' {
			return errNotJSON
		}
		r.at++
		if err := each(key); err != nil {
			return err
		}
		more, err := r.more('}')
		if !more {
			return err
		}
	}
}

// within walks over an element and holds it to its contract and bounds.
func (r *reader) within(element *member) error {
	r.blanks()
	begin := r.at
	if err := r.value(element.place); err != nil {
		return err
	}
	return r.bounded(element, begin)
}

func (r *reader) list(element *member) error {
	r.at++
	r.rows = 0
	r.copies = 0
	delete(r.before, element.contract.order)
	if r.next() == ']' {
		r.at++
		return nil
	}

	r.path = append(r.path, "[]")
	way := len(r.path)
	again := copies{first: map[uint64]int{}}
	var odd odd
	for rows := 1; ; rows++ {
		before := r.at
		edits := len(r.edits)
		if err := r.row(element); err == nil {
			odd.kept++
			again.read(r, before)
		} else if err := odd.leave(r, element, before, edits, err); err != nil {
			return err
		}
		r.path = r.path[:way]
		more, err := r.more(']')
		if !more {
			r.copies = again.leave(r)
			r.rows = rows - r.copies
			r.odd += odd.rows
			r.path = r.path[:way-1]
			return cmp.Or(err, odd.tooMany())
		}
	}
}

// more passes over the comma before a further element, or over the end.
func (r *reader) more(end byte) (bool, error) {
	sign := r.next()
	r.at++
	switch sign {
	case ',':
		return true, nil
	case end:
		return false, nil
	}
	return false, errNotJSON
}

func (r *reader) word(words []string) error {
	begin := r.at
	text, err := r.quoted()
	if err != nil {
		return err
	}
	if inside := r.text[begin+1 : r.at-1]; len(bytes.Trim(inside, " ")) < len(inside) {
		text = bytes.Trim(text, " ")
		r.edit(begin+1, r.at-1, string(bytes.Trim(inside, " ")))
	}

	if words == nil {
		return nil
	}
	for _, w := range words {
		if w == string(text) {
			return nil
		}
	}
	return r.drift("one of its words", "another word")
}

// quoted is the text between the quotes that the reader is at, unescaped.
func (r *reader) quoted() ([]byte, error) {
	begin := r.at
	if err := r.quotes(); err != nil {
		return nil, err
	}
	whole := r.text[begin:r.at]
	inside := whole[1 : len(whole)-1]
	if !utf8.Valid(inside) { // decoding would put another sign in its place
		return nil, r.drift("a text", "no UTF-8")
	}
	if bytes.IndexByte(inside, '\\') < 0 {
		return inside, nil
	}

	var text string
	if json.Unmarshal(whole, &text) != nil {
		return nil, errNotJSON
	}
	return []byte(text), nil
}

// quotes passes over a text.
func (r *reader) quotes() error {
	for at := r.at + 1; ; {
		n := bytes.IndexByte(r.text[min(at, len(r.text)):], '"')
		if n < 0 {
			return errNotJSON
		}
		at += n + 1

		escapes := 0
		for i := at - 2; i > r.at && r.text[i] == '\\'; i-- {
			escapes++
		}
		if escapes%2 == 0 {
			r.at = at
			return nil
		}
	}
}

// skip passes over one value.
func (r *reader) skip() error {
	switch first := r.next(); first {
	case '"':
		return r.quotes()
	case '{', '[':
		return r.brackets()
	}

	begin := r.at
	for r.at < len(r.text) && bytes.IndexByte([]byte(",]} \t\r\n"), r.text[r.at]) < 0 {
		r.at++
	}
	if r.at == begin {
		return errNotJSON
	}
	return nil
}

func (r *reader) brackets() error {
	for depth := 0; r.at < len(r.text); r.at++ {
		switch r.text[r.at] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				r.at++
				return nil
			}
		case '"':
			if err := r.quotes(); err != nil {
				return err
			}
			r.at--
		}
	}
	return errNotJSON
}

// Holder is an answer that checks, once it is decoded, what its type cannot ask for: that a list has the rows that it
// counts, or that some row of it has what not all have. What does not hold is BadResponse, and is not remembered.
type Holder interface{ Hold() error }

// held is what a decoded answer says about itself.
func (r *Response) held(v any) error {
	h, ok := v.(Holder)
	if !ok {
		return nil
	}
	if err := h.Hold(); err != nil {
		return r.bad(err)
	}
	return nil
}

// Decode decodes the JSON of a file into v, whose type is its contract, as [Request.JSON] does with answers. Its error
// is BadResponse.
func Decode(body []byte, v any) error {
	_, err := decodeAt(time.Time{}, body, v)
	return err
}

// Decode is that for what was made of the answer's body: no time in it is after the answer.
func (r *Response) Decode(body []byte, v any) error {
	_, err := decodeAt(r.FetchedAt, body, v)
	return err
}

func decodeAt(now time.Time, body []byte, v any) (left int, err error) {
	body, left, err = contractOf(v).walk(unmarked(body), nil, now)
	if err != nil {
		return 0, &Error{Kind: BadResponse, Cause: err}
	}
	if err := json.Unmarshal(body, v); err != nil {
		return 0, &Error{Kind: BadResponse, Cause: fmt.Errorf("decoding JSON: %w", err)}
	}
	contractOf(v).contract.tidy(reflect.ValueOf(v))

	h, ok := v.(Holder)
	if !ok {
		return left, nil
	}
	if err := h.Hold(); err != nil {
		return 0, &Error{Kind: BadResponse, Cause: err}
	}
	return left, nil
}

// Lacks is for [Holder]: the answer has not got a member.
func Lacks(member string) error {
	return Drifted(member, "a value", "nothing")
}

// Holds is for [Request.Check]: it asks of the decoded answer what only the question tells, such as whether it is the
// record that was asked for.
func Holds[T any](holds func(*T) error) func(*Response) error {
	return func(resp *Response) error {
		var v T
		if err := resp.JSON(&v); err != nil {
			return err
		}
		return holds(&v)
	}
}
