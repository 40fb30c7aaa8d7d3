package find

import (
	_ "embed" // the kinds
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/spec"
)

// outsideFile are kinds of tasks that no route does, one a line: the kind, and ways of asking for it, parted by |.
//
//go:embed outside.tsv
var outsideFile string

// kind is a kind of tasks that no route does.
type kind struct {
	name    string
	phrases []string
}

// readKinds reads the file.
func readKinds(file string) []kind {
	var kinds []kind
	for line := range strings.Lines(file) {
		name, list, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if ok && !strings.HasPrefix(line, "#") {
			kinds = append(kinds, kind{
				name:    name,
				phrases: strings.Split(list, "|"),
			})
		}
	}
	return kinds
}

// acts are what people tell assistants to do, and no route does.
var acts = stemsOf(`book reserve order buy sell purchase send mail text message call phone dial post tweet share upload
	download install uninstall deploy compile write compose draw paint sketch sing play pause skip record print schedule
	remind cancel renew subscribe unsubscribe pay transfer swap stake wire lend borrow rent turn switch open close lock
	unlock start stop set reset connect create make design generate edit crop merge fix repair clean cook bake wash
	water mow teach tutor practise practice translate transcribe summarize summarise paraphrase rewrite proofread
	recommend suggest plan help interpret diagnose debug train tune count flip pick learn delete update move copy`)

var (
	// polite words precede what is to be done.
	polite = set(`please can could would you i want need to help me like d the a do my let us we should just what is`)
	// objects follow the verb, and make it an order: "transfer 50 dollars", where "transfer function" is a noun.
	objects = set(`my me a an the this that some all two three for your our`)
)

// ordersWhatNobodyDoes says whether a task begins with an act that the route does not do.
func ordersWhatNobodyDoes(words []string, op *spec.Operation, has func(string) bool) bool {
	first := slices.IndexFunc(words, func(w string) bool { return !polite[w] })
	if first < 0 || !acts[stem(words[first])] || op.Family == "tips" {
		return false
	}
	if !has(stem(words[first])) {
		return true
	}

	order := first+1 < len(words) && (objects[words[first+1]] || words[first+1][0] <= '9')
	own := slices.ContainsFunc(op.Tasks, func(phrase string) bool {
		begins := spoken(phrase)
		return len(begins) > 0 && stem(begins[0]) == stem(words[first])
	})
	return order && !own
}
