package listsinlists

// The message is in none of the lists.
func orderedLost(n int) []int {
	m := get(n) // want "leak: "
	n = m.Value().ID
	return merge(some(n), some(n))
}

// The message is used after its release.
func orderedStale(n int) []int {
	m := get(n)
	m.Release()
	return merge(some(m.Value().ID), some(n)) // want "use-after-release: "
}
