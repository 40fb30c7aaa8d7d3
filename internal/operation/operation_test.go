package operation

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
)

type search struct {
	Text  string       `form:"q" json:"q"`
	Limit int          `form:"limit,omitempty" json:"limit,omitempty"`
	Near  *float64     `form:"near,omitempty" json:"near,omitempty"`
	Price *json.Number `form:"price,omitempty" json:"price,omitempty"`
	Kinds []string     `form:"kinds,omitempty" json:"kinds,omitempty"`
}

func TestParametersAreRead(t *testing.T) {
	near, price := 1.5, json.Number("0.10")
	for _, c := range []struct {
		why, query string
		want       search
	}{
		{"all of them", "?q=a%2Cb&limit=3&near=1.5&price=0.10&kinds=x,y", search{
			Text:  "a,b",
			Limit: 3,
			Near:  &near,
			Price: &price,
			Kinds: []string{"x", "y"},
		}},
		{"what is not given stays empty", "?q=", search{}},
	} {
		t.Run(c.why, func(t *testing.T) {
			var got search
			e := echo.New()
			Add(e, http.MethodGet, "/", func(_ context.Context, in Query[search]) (any, error) {
				got = in.Params
				return Text("done"), nil
			})

			if answer := call(e, http.MethodGet, "/"+c.query, ""); answer.Body.String() != "done" {
				t.Fatalf("%d %s", answer.Code, answer.Body)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestParameterOfAnotherTypeIsRefused(t *testing.T) {
	e := echo.New()
	Add(e, http.MethodGet, "/", func(context.Context, Query[search]) (any, error) { return Text("done"), nil })

	answer := call(e, http.MethodGet, "/?limit=many", "")
	if answer.Code != http.StatusBadRequest || !strings.Contains(answer.Body.String(), "parameter limit") {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

func TestBodyIsReadAndTheAnswerIsPlainJSON(t *testing.T) {
	e := echo.New()
	Add(e, http.MethodPost, "/", func(_ context.Context, in Body[search]) (any, error) { return in.Body, nil })

	answer := call(e, http.MethodPost, "/", `{"q":"<&>","kinds":["x"]}`)
	if got := strings.TrimSpace(answer.Body.String()); got != `{"q":"<&>","kinds":["x"]}` {
		t.Errorf("%d %s", answer.Code, got)
	}
	if got := answer.Header().Get("Content-Type"); got != "application/json" {
		t.Error(got)
	}
}

func TestHandlersErrorIsNotAnAnswer(t *testing.T) {
	e := echo.New()
	Add(e, http.MethodGet, "/", func(context.Context, None) (any, error) {
		return nil, echo.NewHTTPError(http.StatusNotFound, "no such thing")
	})

	if answer := call(e, http.MethodGet, "/", ""); answer.Code != http.StatusNotFound {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

func call(e *echo.Echo, method, target, body string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, target, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	recorder := httptest.NewRecorder()
	e.ServeHTTP(recorder, request)
	return recorder
}
