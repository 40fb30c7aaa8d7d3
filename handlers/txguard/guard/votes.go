package guard

// votesStandard names delegations of votes.
const votesStandard = "ERC-5805"

// voter looks at who gets votes: delegates are mostly plain accounts, but no contract of yesterday is one.
func (j *judge) voter(a *Action) {
	if a.Standard != votesStandard || a.Spender == nil || !j.f.Young[*a.Spender] {
		return
	}
	j.hit(permitSpenderNew, a.Path, "the votes go to %s, a contract of the last %d days", a.Spender.Hex(), newDays)
}
