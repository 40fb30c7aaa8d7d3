package nullable

import "testing"

func TestEmptyTextIsNull(t *testing.T) {
	if Text("") != nil {
		t.Error("an empty text is not null")
	}
	if s := Text(" "); s == nil || *s != " " {
		t.Error("a blank is a text")
	}
}
