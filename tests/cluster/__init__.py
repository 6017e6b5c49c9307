"""Three hosts on one machine, on which everything that runs in earnest is broken.

Each host is a network namespace with a name of its own; all of them lie in namespaces of one run
(network, processes, mounts), so that nothing outside is touched, and nothing is left when it ends,
however it ends. What runs there is set by the files in `deploy/ha` that an operator uses.
"""
