package guard

import "testing"

// TestRowsOfTheTableThatCannotBeReadAreErrors: a row names arguments, roles and types, which no compiler checks.
func TestRowsOfTheTableThatCannotBeReadAreErrors(t *testing.T) {
	for why, row := range map[string]string{
		"an argument that the function lacks": "call\tapprove(address spender,uint256 amount)\t\tapproval\tERC-20\tspender=who",
		"a role that there is not":            "call\tapprove(address spender,uint256 amount)\t\tapproval\tERC-20\ttaker_of=spender",
		"not a type":                          "call\tf(uint7 a)\t\tcall\tnone\tamount=a",
		"a form that there is not":            "log\tTransfer(address a)\t\tcall\tnone",
	} {
		t.Run(why, func(t *testing.T) {
			if _, err := newActs(row + "\n"); err == nil {
				t.Error("the row is taken")
			}
		})
	}
}

// TestStepsOfTheTableAreThere: a message's row names a step that the table of steps has.
func TestStepsOfTheTableAreThere(t *testing.T) {
	for _, a := range engine(t).messages {
		if a.step != "" && messageSteps[a.step] == nil {
			t.Errorf("%s: there is no step %q", a.primary, a.step)
		}
	}
}
