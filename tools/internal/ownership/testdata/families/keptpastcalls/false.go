package main

// The function releases what is in the journal.
func run3(end loud) *Saga {
	ref := sagas.Get()
	j.follow("all", ref.Retain())
	end("all")
	return ref.Detach()
}

// The program has no such function.
func run4(end unused) *Saga {
	ref := sagas.Get()
	j.follow("all", ref.Retain())
	if end != nil {
		end("all", 1)
	}
	j.rotate()
	return ref.Detach()
}
