package tax

// nebraska limits the tax of people without adjustments to the federal income tax before credits (Form 1040N, Federal
// Tax Liability Worksheet).
type nebraska struct{}

func (n *nebraska) check() error { return nil }

func (n *nebraska) credit(c stateCase, r *stateResult) {
	left := floorZero(r.before.Sub(r.credits))
	r.credits = r.credits.Add(floorZero(left.Sub(c.federalBefore)))
}
