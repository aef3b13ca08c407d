import subprocess
subprocess.run(["zeta", "wrong"], check=True)
subprocess.check_output(["sh", "-c", "eta 'wrong'"], text=True)
print(["wrong"])
