package model

import (
	"bytes"
	"io"
	"testing"

	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/extract/forest"
)

// small is a forest of one tree that looks at the first feature.
func small(features int) *forest.Forest {
	tree := []forest.Node{{Left: 1, Cut: 0.5}, {Feature: -1, Cut: -0.4}, {Feature: -1, Cut: 0.4}}
	return forest.New(features, 0.1, [][]forest.Node{tree})
}

// write stores a model as the training program does.
func write(t *testing.T, w io.Writer, m Model) {
	t.Helper()
	if err := m.Lexicon.Write(w); err != nil {
		t.Fatal(err)
	}
	for _, f := range []*forest.Forest{m.First, m.Second, m.Lists, m.Sure} {
		if err := f.Write(w); err != nil {
			t.Fatal(err)
		}
	}
}

func TestModelSurvivesWritingAndReading(t *testing.T) {
	first := len(blocks.FeatureNames())
	m := Model{
		Lexicon: blocks.NewLexicon(map[uint32]float64{1: 1}),
		First:   small(first),
		Second:  small(first + len(blocks.SecondNames())),
		Lists:   small(first + len(blocks.SecondNames())),
		Sure:    small(len(blocks.DoubtNames())),
	}
	var b bytes.Buffer
	write(t, &b, m)
	back, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	doc, _ := blocks.Parse([]byte(`<p>Some words of a text, to be read.</p><p>More</p>`))
	page := blocks.Cut(doc)
	want := m.Read(page, blocks.Context{}).Second
	got := back.Read(page, blocks.Context{}).Second
	for i := range want {
		if got[i] != want[i] || got[i] <= 0 || got[i] >= 1 {
			t.Errorf("block %d: %v, want %v", i, got[i], want[i])
		}
	}
}

func TestModelOfOtherFeaturesIsRefused(t *testing.T) {
	m := Model{
		Lexicon: blocks.NewLexicon(nil),
		First:   small(3),
		Second:  small(4),
		Lists:   small(4),
		Sure:    small(5),
	}
	var b bytes.Buffer
	write(t, &b, m)
	if _, err := Read(&b); err == nil {
		t.Error("a model of 3 features was read")
	}
}
