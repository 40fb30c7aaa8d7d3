package jsontext

import (
	"encoding/json"
	"testing"
)

func TestCharactersOfHTMLStayAsTheyAre(t *testing.T) {
	value := map[string]any{
		"<key>": "AT&T <b>",
		"raw":   json.RawMessage(`{"a": "x > y"}`),
	}

	text, err := Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"<key>":"AT&T <b>","raw":{"a":"x > y"}}`; string(text) != want {
		t.Errorf("%s, want %s", text, want)
	}
}

func TestWhatHasNoFormInJSONIsAnError(t *testing.T) {
	if text, err := Marshal(make(chan int)); err == nil {
		t.Errorf("%s", text)
	}
}
