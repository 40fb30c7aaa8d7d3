package upstream

import (
	"context"
	"errors"
	"slices"
	"testing"
)

func TestEachItemIsAskedAboutInOrder(t *testing.T) {
	errOdd := errors.New("odd")
	ask := func(_ context.Context, n int) (int, error) {
		if n%2 == 1 {
			return 0, errOdd
		}
		return 10 * n, nil
	}

	got, err := AskEach(t.Context(), "numbers", []int{4, 2}, ask).Values()
	if err != nil || !slices.Equal(got, []int{40, 20}) {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := AskEach(t.Context(), "numbers", []int{2, 3}, ask).Values(); got != nil || !errors.Is(err, errOdd) {
		t.Errorf("got %v, %v, want the failure alone", got, err)
	}

	_, err = AskEach(t.Context(), "numbers", []int{1}, func(context.Context, int) (int, error) {
		return 0, NotFound.Errorf("no such number")
	}).Values()
	var e *Error
	if !errors.As(err, &e) || e.Provider != "numbers" {
		t.Errorf("%v does not name its source", err)
	}
}
