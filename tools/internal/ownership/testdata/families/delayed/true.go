package delayed

// The reference of the job is used after its release.
func stale(in <-chan job) (n int) {
	for j := range in {
		j.ref.Release()
		n += j.ref.Value().Size // want "use-after-release: "
	}
	return n
}

// The job has no reference.
func empty() int {
	var j job
	return j.ref.Value().Size // want "zero-ref: "
}
