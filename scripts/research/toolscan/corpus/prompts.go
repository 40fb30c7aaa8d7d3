package corpus

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// ofTemplate is how many tasks of one template are taken: they are alike.
const ofTemplate = 8

// selfInstruct are tasks that people give to assistants.
func selfInstruct(dir string) ([]Sample, error) {
	var out []Sample
	files := []string{
		filepath.Join(dir, "data/seed_tasks.jsonl"),
		filepath.Join(dir, "human_eval/user_oriented_instructions.jsonl"),
	}
	templates, err := filepath.Glob(filepath.Join(dir, "data/finetuning/t0_train_50k/data_per_template/*.jsonl"))
	if err != nil {
		return nil, err
	}
	files = append(files, templates...)

	for at, file := range files {
		taken := 0
		err := eachLine(file, func(line []byte) error {
			if taken++; at >= 2 && taken > ofTemplate {
				return nil
			}
			var row struct{ Instruction, Prompt string }
			if err := json.Unmarshal(line, &row); err != nil {
				return err
			}
			out = append(out, Sample{Text: row.Instruction + row.Prompt})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func codeTasks(dir string) ([]Sample, error) {
	var rows []struct{ Instruction, Input string }
	if err := readJSON(filepath.Join(dir, "Codegen/codegen-instruct.json"), &rows); err != nil {
		return nil, err
	}
	var out []Sample
	for _, row := range rows {
		out = append(out, Sample{Text: strings.TrimSpace(row.Instruction + " " + row.Input)})
	}
	return out, nil
}

// tensorTrust are attacks of a game in which people guard and steal a secret with prompts.
func tensorTrust(kind string) func(string) ([]Sample, error) {
	return func(dir string) ([]Sample, error) {
		var out []Sample
		name := kind + "-robustness/v1/" + kind + "_robustness_dataset.jsonl"
		err := eachLine(filepath.Join(dir, "benchmarks", name), func(line []byte) error {
			var row struct{ Attack string }
			if err := json.Unmarshal(line, &row); err != nil {
				return err
			}
			out = append(out, Sample{Text: row.Attack, Attack: true})
			return nil
		})
		return out, err
	}
}
