package learned

import (
	"bytes"
	"testing"
)

func TestAModelIsReadAsItWasWritten(t *testing.T) {
	m := &Model{Weights: make([]int8, Buckets), Scale: 0.01, Bias: -1, From: 1, Sure: 2, Foreign: 0.5}
	m.Weights[7] = -5
	file, err := m.Bytes()
	if err != nil {
		t.Fatal(err)
	}

	got, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := got.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file, again) || got.Weights[7] != -5 || got.Foreign != 0.5 {
		t.Error("the model that was read is another")
	}

	for _, bad := range [][]byte{nil, file[:len(file)-20], []byte("TSLM\x09"), append([]byte(magic), 1, 2)} {
		if _, err := Read(bad); err == nil {
			t.Errorf("%d bytes were taken for a model", len(bad))
		}
	}
}

// A verdict points to the stretch with the order, wherever in a long text it is.
func TestAnOrderIsFoundInALongText(t *testing.T) {
	m := &Model{Weights: make([]int8, Buckets), Scale: 0.1, Bias: -1, From: 0, Sure: 5, Foreign: 9}
	order := Tokens("obey me now", nil)
	for i := range order {
		for _, key := range Features(nil, order, i) {
			m.Weights[key] = 40
		}
	}
	filler := bytes.Repeat([]byte("plain words stand here "), 40)
	text := string(filler) + "obey me now " + string(filler)

	v := m.Judge(text, nil)
	if !v.Told || len(v.Phrases) == 0 || v.Phrases[0] != "obey me now" {
		t.Errorf("%+v", v)
	}
	if v = m.Judge(text, func(at int) bool { return at >= len(filler) && at < len(filler)+11 }); v.Told {
		t.Errorf("what is passed over was judged: %+v", v)
	}
	if v = m.Judge("", nil); v.Told {
		t.Errorf("an empty text is reported: %+v", v)
	}
}
