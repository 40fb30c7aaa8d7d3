package provider

import (
	"encoding/json"
	"hash/fnv"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/farebox/farebox/internal/party/names/census"
	"github.com/farebox/farebox/internal/upstream/clinicaltables"
)

// wordIndex answers as the National Library of Medicine's index does: by words anywhere in a name or another one, with
// one error (~1) or as a beginning (*). A word keeps apostrophes and points inside it.
type wordIndex struct {
	register *registry
	mu       sync.Mutex
	fields   map[string]map[string][]int // rows by table with field, and word
	near     map[string][]int
}

var (
	indexWord  = regexp.MustCompile(`[\pL\pN]+(?:['.][\pL\pN]+)*`)
	indexToken = regexp.MustCompile(`\(|\)|AND|OR|[a-z_.]+:[A-Z]{2}|[a-z_.]+:|[\pL\pN]+(?:'s|~1|\*)?`)
)

func newWordIndex(register *registry) *wordIndex {
	x := &wordIndex{register: register, fields: map[string]map[string][]int{}, near: map[string][]int{}}
	put := func(field, text string, row int) {
		if x.fields[field] == nil {
			x.fields[field] = map[string][]int{}
		}
		for _, word := range indexWord.FindAllString(strings.ToLower(text), -1) {
			if rows := x.fields[field][word]; len(rows) == 0 || rows[len(rows)-1] != row {
				x.fields[field][word] = append(rows, row)
			}
		}
	}
	for i, row := range register.rows {
		other := row[7]
		if row[0] == "P" && other != "" {
			other = row[3] + " " + other
		}
		put(row[0]+"name.full:", row[2]+" "+row[3]+" "+row[4], i)
		put(row[0]+"name_other.full:", other, i)
		put(row[0]+"addr_practice.state:", row[5], i)
	}
	return x
}

func (x *wordIndex) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	x.register.searches.Add(1)
	kind := "P"
	if strings.Contains(request.URL.Path, clinicaltables.Organizations) {
		kind = "O"
	}
	query := request.URL.Query().Get("q")
	tokens := indexToken.FindAllString(query, -1)
	rows, rest := x.either(kind, "", tokens)
	if len(rest) > 0 {
		http.Error(w, `{"error":"syntax"}`, http.StatusBadRequest)
		return
	}

	// The sample stands for a whole register: of more rows than one answer has, chance decides which it gives.
	total := len(rows)
	switch all := len(x.register.rows); {
	case kind == "P":
		total += int(share(query) * 6e6)
	case all > 20_000:
		total += int(float64(max(0, total-1)) * (1.8e6/float64(all) - 1))
	}
	numbers := []string{}
	shown := [][]*string{}
	for _, i := range rows {
		row := x.register.rows[i]
		h := fnv.New32a()
		_, _ = h.Write([]byte(query + row[1]))
		if len(numbers) == clinicaltables.Most || float64(h.Sum32()%1000) >= 1000*clinicaltables.Most/float64(total) {
			continue
		}
		name := row[2]
		other := row[7]
		if kind == "P" {
			name = strings.TrimSpace(row[2] + ", " + row[3] + " " + row[4])
			if other != "" {
				other += ", " + row[3]
			}
		}
		field := &other
		if other == "" {
			field = nil
		}
		numbers = append(numbers, row[1])
		shown = append(shown, []*string{&name, field})
	}
	if len(numbers) == 0 {
		total = 0
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode([]any{min(total, 10_000), numbers, nil, shown})
}

// share is about the share of six million persons that a query finds, by how common its words are as names.
func share(query string) float64 {
	words, state, _ := strings.Cut(query, ") AND (addr")
	words, _, _ = strings.Cut(strings.TrimPrefix(words, "(name.full:("), ") OR name_other")
	sum := 0.0
	for either := range strings.SplitSeq(words, " OR (") {
		product := 1.0
		for word := range strings.SplitSeq(either, " AND ") {
			word = strings.TrimLeft(word, "(")
			word, _, _ = strings.Cut(word, " ") // OR with an apostrophe
			word, slipped := strings.CutSuffix(strings.TrimRight(word, ")"), "~1")
			part := shareOf(word, .016, .7, givenNames(), []float64{.08, .03, .01, .003}) +
				shareOf(word, .01, .6, census.Surnames(), []float64{.04, .005, .001, .0003, .0001})
			if slipped {
				part *= 3
			}
			product *= part
		}
		sum += product
	}
	if state != "" {
		sum *= .03
	}
	return sum
}

func (x *wordIndex) either(kind, field string, tokens []string) (rows []int, rest []string) {
	for {
		some, left := x.all(kind, field, tokens)
		rows = append(rows, some...)
		if len(left) == 0 || left[0] != "OR" {
			slices.Sort(rows)
			return slices.Compact(rows), left
		}
		tokens = left[1:]
	}
}

func (x *wordIndex) all(kind, field string, tokens []string) (rows []int, rest []string) {
	rows, rest = x.one(kind, field, tokens)
	for len(rest) > 0 && rest[0] == "AND" {
		var more []int
		more, rest = x.one(kind, field, rest[1:])
		rows = slices.DeleteFunc(slices.Clone(rows), func(i int) bool {
			_, both := slices.BinarySearch(more, i)
			return !both
		})
	}
	return rows, rest
}

func (x *wordIndex) one(kind, field string, tokens []string) (rows []int, rest []string) {
	switch token := tokens[0]; {
	case token == "(":
		rows, rest = x.either(kind, field, tokens[1:])
		return rows, rest[1:]
	case strings.HasSuffix(token, ":"):
		return x.one(kind, token, tokens[1:])
	case strings.Contains(token, ":"):
		name, state, _ := strings.Cut(token, ":")
		return x.fields[kind+name+":"][strings.ToLower(state)], tokens[1:]
	default:
		return x.word(kind+field, token), tokens[1:]
	}
}

// word are the rows with a word in a field.
func (x *wordIndex) word(field, word string) []int {
	x.mu.Lock()
	defer x.mu.Unlock()
	if rows, known := x.near[field+word]; known {
		return rows
	}
	var rows []int
	bare := strings.TrimRight(word, "~1*")
	for other, at := range x.fields[field] {
		if other == bare || strings.HasSuffix(word, "*") && strings.HasPrefix(other, bare) ||
			strings.HasSuffix(word, "~1") && oneErrorApart(bare, other) {
			rows = append(rows, at...)
		}
	}
	slices.Sort(rows)
	rows = slices.Compact(rows)
	x.near[field+word] = rows
	return rows
}

// oneErrorApart says whether one letter more, less or other, or two that changed places, make one word of another.
func oneErrorApart(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	return i == len(a) || a[i+1:] == b[i+1:] ||
		i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
