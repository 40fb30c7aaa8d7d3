package corpus

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// attackObject is what is read of an object of ATT&CK.
type attackObject struct {
	Name        string
	Description string
	Revoked     bool
	Deprecated  bool `json:"x_mitre_deprecated"`
	References  []struct {
		ID string `json:"external_id"`
	} `json:"external_references"`
	Phases []struct {
		Name string `json:"phase_name"`
	} `json:"kill_chain_phases"`
}

func attackObjects(dir, kind string) ([]attackObject, error) {
	var out []attackObject
	err := eachFile(filepath.Join(dir, "enterprise-attack", kind), ".json", func(_, text string) error {
		var bundle struct{ Objects []attackObject }
		if err := json.Unmarshal([]byte(text), &bundle); err != nil {
			return err
		}
		out = append(out, bundle.Objects...)
		return nil
	})
	return out, err
}

// harmful reports whether a technique does harm by itself: looking around is what honest tools do too.
func (o attackObject) harmful() bool {
	return slices.ContainsFunc(o.Phases, func(p struct {
		Name string `json:"phase_name"`
	}) bool {
		return !slices.Contains([]string{"discovery", "reconnaissance", "resource-development", "execution"}, p.Name)
	})
}

var (
	adversaries = regexp.MustCompile(`(?i)^(an? )?adversar(y|ies) (may|might|can|could|will)` +
		`( also| attempt to| try to| seek to)? `)
	reference   = regexp.MustCompile(`\s*\(Citation:[^)]*\)|\]\([^)]*\)|</?code>|[\[\]]`)
	sentenceEnd = regexp.MustCompile(`[.!?](\s|$)`)
)

// firstSentence is how a description starts, without its references.
func firstSentence(text string) string {
	text = reference.ReplaceAllString(text, "")
	if at := sentenceEnd.FindStringIndex(text); at != nil {
		text = text[:at[0]+1]
	}
	return strings.TrimSpace(text)
}

// techniques are what attackers do, said as a tool would say it.
func techniques(dir string) ([]Sample, error) {
	objects, err := attackObjects(dir, "attack-pattern")
	var out []Sample
	for _, o := range objects {
		if o.Revoked || o.Deprecated || !o.harmful() {
			continue
		}
		deed := adversaries.ReplaceAllString(firstSentence(o.Description), "")
		out = append(out, Sample{
			Text:   o.Name + ": " + deed,
			Attack: true,
			Harm:   true,
		})
	}
	return out, err
}

// mitigations are what defenders do, and what they look at.
func mitigations(dir string) ([]Sample, error) {
	var out []Sample
	for _, kind := range []string{"course-of-action", "x-mitre-data-component"} {
		objects, err := attackObjects(dir, kind)
		if err != nil {
			return nil, err
		}
		for _, o := range objects {
			out = append(out, Sample{Text: o.Name + ": " + firstSentence(o.Description)})
		}
	}
	return out, nil
}

// atomics are tests that do what attackers do, those of harmful techniques.
func atomics(dir string) ([]Sample, error) {
	known, err := attackObjects(filepath.Join(filepath.Dir(dir), "mitre+cti"), "attack-pattern")
	if err != nil {
		return nil, err
	}
	harmful := map[string]bool{}
	for _, o := range known {
		if len(o.References) > 0 && o.harmful() {
			harmful[o.References[0].ID] = true
		}
	}

	var out []Sample
	err = eachFile(filepath.Join(dir, "atomics"), ".yaml", func(_, text string) error {
		var file struct {
			Technique string                               `yaml:"attack_technique"`
			Tests     []struct{ Name, Description string } `yaml:"atomic_tests"`
		}
		if yaml.Unmarshal([]byte(text), &file) != nil || !harmful[file.Technique] {
			return nil
		}
		for _, test := range file.Tests {
			out = append(out, Sample{
				Text:   test.Name + ": " + firstSentence(test.Description),
				Attack: true,
				Harm:   true,
			})
		}
		return nil
	})
	return out, err
}
