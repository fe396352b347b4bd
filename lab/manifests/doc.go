// Package manifests has tests of deploy/kubernetes and deploy/compose.yaml. They
// need neither a cluster nor a container engine; with the build tag apiserver they
// build a real API server of Kubernetes and ask it. It is a module of its own because
// of what it depends on.
package manifests
